import type { HttpReply, HttpRequest, RequestOutcome } from "../protocol.ts";
import { readJson } from "./json.ts";
import { readParameters } from "./query.ts";

const accepted: HttpReply = { status: 200, body: "" };
/** Apps keep a location and send it again unless they get 200; an unknown device is answered as a bad request is. */
const refused: HttpReply = { status: 400, body: "" };

/** Reads one request: JSON in the body, or parameters in the query or the body. */
export function decodeRequest(request: HttpRequest, nowMs: number): RequestOutcome {
  const body = request.body.trim();
  const query = request.url.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "";
  const reading = body.startsWith("{")
    ? readJson(body)
    : readParameters(new URLSearchParams(query === "" ? body : query), nowMs);
  if (reading.kind !== "fix") return { kind: "refused", reason: reading.kind, reply: refused };
  return {
    kind: "fixes",
    uniqueId: reading.uniqueId,
    fixes: [reading.fix],
    accept: accepted,
    refuse: refused,
  };
}
