import type { HttpReply, HttpRequest, RequestOutcome } from "../protocol.ts";
import { readJson } from "./json.ts";
import { deviceOf, readParameters } from "./query.ts";

const accepted: HttpReply = { status: 200, body: "" };
/** Apps keep a location and send it again unless they get 200; an unknown device is answered as a bad request is. */
const refused: HttpReply = { status: 400, body: "" };

/** In a URL that its owner wrote by hand. */
const blankBeforeName = /(^|&)(?:%20|\+)+/g;

/** Reads one request: JSON in the body, or parameters in the query or the body. */
export function decodeRequest(request: HttpRequest, nowMs: number): RequestOutcome {
  const body = request.body.trim();
  const query = queryOf(request.url).replaceAll(blankBeforeName, "$1");
  const parameters = new URLSearchParams(query);
  const reading = /^[{[]/.test(body)
    ? readJson(body, deviceOf(parameters), nowMs)
    : readParameters(withForm(parameters, body), nowMs);
  if (reading.kind !== "fixes") return { kind: "refused", reason: reading.kind, reply: refused };
  return {
    kind: "fixes",
    uniqueId: reading.uniqueId,
    fixes: reading.fixes,
    accept: accepted,
    refuse: refused,
  };
}

/** A form in the body adds to the query. */
function withForm(parameters: URLSearchParams, body: string): URLSearchParams {
  if (!body.includes("=")) return parameters;
  for (const [name, value] of new URLSearchParams(body)) parameters.append(name, value);
  return parameters;
}

/** What stands behind the first question mark, without a fragment. */
function queryOf(url: string): string {
  const hashAt = url.indexOf("#");
  const end = hashAt < 0 ? url.length : hashAt;
  const markAt = url.indexOf("?");
  return markAt < 0 || markAt >= end ? "" : url.slice(markAt + 1, end);
}
