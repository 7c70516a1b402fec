/** Runs once when a server starts: an unusable configuration stops it, with one line per problem. */
export async function register(): Promise<void> {
  const { getEnv } = await import("./lib/env");
  getEnv();
}

/** Logs an unexpected error of a request; the visitor gets a message. */
export async function onRequestError(
  error: unknown,
  request: { path: string; method: string },
): Promise<void> {
  const { logger } = await import("./lib/logger");
  logger.error({ method: request.method, path: request.path.split("?")[0], err: error }, "a request failed");
}
