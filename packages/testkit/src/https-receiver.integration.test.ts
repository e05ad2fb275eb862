import { request } from "node:https";

import { expect, it } from "vitest";

import { startHttpsReceiver, type HttpsReceiver } from "./https-receiver.ts";

function post({ url, ca }: HttpsReceiver, path: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: "POST", ca, headers: { "x-test": "1" } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    });
    sent.on("error", reject).end(body);
  });
}

it("records requests byte for byte behind a certificate that its own authority vouches for", async () => {
  const receiver = await startHttpsReceiver();
  expect(await post(receiver, "/hook?a=1", '{"ä": 1}')).toBe(200);
  receiver.answerWith({ status: 503 });
  expect(await post(receiver, "/hook", "")).toBe(503);
  receiver.answerWith(({ path }) => ({ status: path === "/gone" ? 410 : 200 }));
  expect(await post(receiver, "/gone", "")).toBe(410);
  expect(receiver.requests).toHaveLength(3);
  expect(receiver.requests[0]).toMatchObject({
    method: "POST",
    path: "/hook?a=1",
    headers: { "x-test": "1" },
  });
  expect(receiver.requests[0]?.body).toEqual(Buffer.from('{"ä": 1}'));
  await receiver.stop();
});
