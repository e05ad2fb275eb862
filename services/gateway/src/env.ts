import { busEnv, hasBrokers, lacksBrokers } from "@fleet/bus";
import { protocols } from "@fleet/protocols";
import { portSchema, sharedEnv } from "@fleet/runtime";
import { allowedNetworksSchema } from "@fleet/webhook-address";
import { z } from "zod";

const positive = z.coerce.number().int().positive();

/** `name=port` for each protocol to be heard, separated by commas; 0 takes a free port. */
const trackerPorts = (usual: string) =>
  z
    .string()
    .default(usual)
    .transform((text, context) => {
      const ports = new Map<string, number>();
      for (const entry of text.split(",").filter((part) => part.trim() !== "")) {
        const [name = "", port = ""] = entry.split("=").map((part) => part.trim());
        const number = portSchema.safeParse(port === "" ? undefined : port);
        if (!protocols.some((protocol) => protocol.name === name)) {
          context.addIssue(`"${name}" is no protocol; there are ${protocols.map((p) => p.name).join(", ")}`);
        } else if (!number.success) context.addIssue(`"${entry}" should be ${name}=PORT`);
        else ports.set(name, number.data);
      }
      return ports;
    });
const usualPorts = protocols.map(({ name, defaultPort }) => `${name}=${defaultPort}`).join(",");

export const gatewayEnv = z
  .object({
    ...sharedEnv,
    ...busEnv,
    GATEWAY_HOST: z.string().default("::").describe("address that the tracker ports listen on"),
    GATEWAY_PORTS: trackerPorts(usualPorts).describe(
      "name=port for each tracker protocol, separated by commas",
    ),
    GATEWAY_TLS_PORTS: trackerPorts("").describe("the same for ports with TLS"),
    GATEWAY_TLS_CERT_FILE: z.string().optional().describe("certificate with its chain, PEM"),
    GATEWAY_TLS_KEY_FILE: z.string().optional().describe("its key, PEM"),
    GATEWAY_REGISTRY_FILE: z
      .string()
      .optional()
      .describe("where the last known registry is kept, to start from while Postgres is away"),
    GATEWAY_PROXY_PROTOCOL_FROM: allowedNetworksSchema.describe(
      "CIDRs of load balancers that begin every connection with a PROXY header, version 2",
    ),
    GATEWAY_OPS_PORT: portSchema.default(9101).describe("/livez, /readyz and /metrics"),
    GATEWAY_CONNECTIONS_MAX: positive.default(20_000),
    GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: positive.default(2000),
    GATEWAY_UNACKNOWLEDGED_BYTES_MAX: positive
      .default(16 * 1024 * 1024)
      .describe("bytes that were read and are not answered yet at which no more is read"),
    GATEWAY_FRAMES_PER_SECOND_MAX: positive
      .default(2000)
      .describe("frames per second and device, on average over ten seconds"),
    GATEWAY_LOGIN_TIMEOUT_S: positive.default(30).describe("time a connection has to identify itself"),
    GATEWAY_IDLE_TIMEOUT_S: positive.default(900).describe("silence after which a connection is closed"),
    GATEWAY_FRAME_TIMEOUT_S: positive.default(30).describe("time a started frame has to arrive whole"),
  })
  .refine(hasBrokers, lacksBrokers)
  .refine((env) => env.GATEWAY_TLS_PORTS.size === 0 || certificateOf(env) !== null, {
    path: ["GATEWAY_TLS_CERT_FILE"],
    message: "GATEWAY_TLS_PORTS needs it, and GATEWAY_TLS_KEY_FILE",
  });

function certificateOf(env: {
  GATEWAY_TLS_CERT_FILE?: string | undefined;
  GATEWAY_TLS_KEY_FILE?: string | undefined;
}) {
  const { GATEWAY_TLS_CERT_FILE: certFile, GATEWAY_TLS_KEY_FILE: keyFile } = env;
  return certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
}

/** What `composeGateway` takes of the environment. */
export function gatewaySettings(env: z.output<typeof gatewayEnv>) {
  const files = certificateOf(env);
  return {
    host: env.GATEWAY_HOST,
    ports: env.GATEWAY_PORTS,
    tls: files && { ports: env.GATEWAY_TLS_PORTS, files },
    registryFile: env.GATEWAY_REGISTRY_FILE ?? null,
    proxies: env.GATEWAY_PROXY_PROTOCOL_FROM,
    limits: {
      framesPerSecondMax: env.GATEWAY_FRAMES_PER_SECOND_MAX,
      unacknowledgedBytesMax: env.GATEWAY_UNACKNOWLEDGED_BYTES_MAX,
      connectionsMax: env.GATEWAY_CONNECTIONS_MAX,
      connectionsPerAddressMax: env.GATEWAY_CONNECTIONS_PER_ADDRESS_MAX,
      loginTimeoutMs: env.GATEWAY_LOGIN_TIMEOUT_S * 1000,
      idleTimeoutMs: env.GATEWAY_IDLE_TIMEOUT_S * 1000,
      frameTimeoutMs: env.GATEWAY_FRAME_TIMEOUT_S * 1000,
    },
  };
}
