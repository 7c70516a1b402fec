/** Runs once when a server starts: configuration that is not usable stops it here, with one line a problem. */
export async function register(): Promise<void> {
  const { getEnv } = await import("./lib/env");
  getEnv();
}

/** Failures that no boundary explained: the log has them, the visitor has a message. A broken form is its sender's. */
export async function onRequestError(
  error: unknown,
  request: { path: string; method: string },
): Promise<void> {
  const { logger } = await import("./lib/logger");
  const facts = { method: request.method, path: request.path.split("?")[0], err: error };
  const isBrokenForm = error instanceof Error && error.message === "Failed to parse body as FormData.";
  logger[isBrokenForm ? "debug" : "error"](facts, "a request failed");
}
