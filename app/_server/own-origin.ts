import "server-only";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";

/**
 * Refuses requests that another site's page had a browser make. A browser names its page's origin; a program without
 * one may come, but with no cookie that acts for somebody. Errors: forbidden.
 */
export function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null) {
    if (!request.headers.has("cookie")) return;
    throw new AppError("forbidden", { detail: "a cookie without an origin" });
  }
  if (!ownOrigins().includes(origin)) throw new AppError("forbidden", { detail: "a foreign origin" });
}

/** The canonical origin; on one machine both of its names. */
function ownOrigins(): string[] {
  const { SHOP_ORIGIN, APP_MODE } = getEnv();
  if (APP_MODE === "live") return [SHOP_ORIGIN];
  const { port } = new URL(SHOP_ORIGIN);
  return [
    SHOP_ORIGIN,
    ...["127.0.0.1", "localhost"].map((host) => new URL(`http://${host}:${port || "80"}`).origin),
  ];
}
