import { connect } from "node:net";

/**
 * Whether the broker on this port knows of itself in its own answer to a Metadata request (version 6), which it
 * does once it has joined its cluster: before that it accepts connections but cannot create a topic.
 * Protocol: https://kafka.apache.org/protocol#The_Messages_Metadata
 */
export function brokerAnswers(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, "127.0.0.1", () => socket.write(metadataRequest()));
    socket.setTimeout(2_000, () => socket.destroy(new Error("The broker did not answer.")));
    socket.on("error", reject);
    socket.on("close", () => resolve(false));
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      // Length, correlation id, throttle time, number of brokers.
      if (received.length < 16) return;
      resolve(received.readInt32BE(12) > 0);
      socket.destroy();
    });
  });
}

function metadataRequest(): Buffer {
  const request = Buffer.alloc(19);
  request.writeInt32BE(request.length - 4, 0);
  request.writeInt16BE(3, 4); // Metadata
  request.writeInt16BE(6, 6); // version
  request.writeInt32BE(1, 8); // correlation id
  request.writeInt16BE(-1, 12); // no client id
  request.writeInt32BE(0, 14); // of no topics
  request.writeInt8(0, 18); // creating none
  return request;
}
