const networkCode = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT)/;

/** Whether an error is of the way to a store: no route, no name, no socket, or nobody who listens. */
export function isNetworkFault(error: Error): boolean {
  return "code" in error && typeof error.code === "string" && networkCode.test(error.code);
}
