/** Runs once when a server starts: an unusable configuration stops it, with one line per problem. */
export async function register(): Promise<void> {
  const { getEnv } = await import("./lib/base/env/env");
  getEnv();
}

/**
 * Logs an unexpected error of a request; the visitor gets a message. The address of an order opens it, so its secret
 * part is left out.
 */
export async function onRequestError(
  error: unknown,
  request: { path: string; method: string },
): Promise<void> {
  const { logger } = await import("./lib/base/logger");
  const path = request.path.replace(/\?.*$/s, "").replace(/^(\/order|\/api\/orders)\/[^/]+/, "$1/-");
  logger.error({ method: request.method, path, err: error }, "a request failed");
}
