import { type Env, getEnv } from "@/lib/base/env/env";
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

/**
 * Where the visitor has the shop open, for the way back from another site: cookies belong to one host. In a live shop it
 * is always SHOP_ORIGIN, whatever the request says.
 */
export function visitorsOrigin(headers: Pick<Headers, "get">, env: OwnEnv = getEnv()): string {
  const origin = `http://${headers.get("host")}`;
  return isOwnOrigin(origin, env) ? origin : env.SHOP_ORIGIN;
}

type OwnEnv = Pick<Env, "SHOP_ORIGIN" | "APP_MODE">;

/** True for the shop's origin; in local mode for both 127.0.0.1 and localhost. */
export function isOwnOrigin(origin: string, { SHOP_ORIGIN, APP_MODE }: OwnEnv = getEnv()): boolean {
  if (APP_MODE === "live") return origin === SHOP_ORIGIN;
  const { port } = new URL(SHOP_ORIGIN);
  const names = ["127.0.0.1", "localhost"].map((host) => new URL(`http://${host}:${port || "80"}`).origin);
  return [SHOP_ORIGIN, ...names].includes(origin);
}
