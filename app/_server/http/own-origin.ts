import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";

/**
 * Refuses requests that another site's page had a browser send. Browsers name their page's origin; a program may leave
 * it out, but only without a cookie. Errors: forbidden.
 */
export function requireOwnOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null) {
    if (!request.headers.has("cookie")) return;
    throw new AppError("forbidden", { detail: "a cookie without an origin" });
  }
  if (!isOwnOrigin(origin)) throw new AppError("forbidden", { detail: "a foreign origin" });
}

/** True for the shop's origin; in local mode for both 127.0.0.1 and localhost. */
export function isOwnOrigin(origin: string): boolean {
  const { SHOP_ORIGIN, APP_MODE } = getEnv();
  if (APP_MODE === "live") return origin === SHOP_ORIGIN;
  const { port } = new URL(SHOP_ORIGIN);
  const names = ["127.0.0.1", "localhost"].map((host) => new URL(`http://${host}:${port || "80"}`).origin);
  return [SHOP_ORIGIN, ...names].includes(origin);
}
