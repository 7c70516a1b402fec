/** Runs once when a server starts: configuration that is not usable stops it here, with one line a problem. */
export async function register(): Promise<void> {
  const { getEnv } = await import("./lib/env");
  getEnv();
}

/** Failures that no boundary explained: the log has them, the visitor has a message. */
export async function onRequestError(
  error: unknown,
  request: { path: string; method: string },
): Promise<void> {
  const { logger } = await import("./lib/logger");
  logger.error({ method: request.method, path: request.path.split("?")[0], err: error }, "a request failed");
}
