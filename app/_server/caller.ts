import "server-only";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";

/** Who asks. Accounts will add a `customer` here, found by the session. */
export type Caller = {
  kind: "guest";
  /** The random value of the guest's own cookie; null before the first order. */
  guestKey: string | null;
  /** The client's network address, as the server's entry saw it. */
  address: string;
};

// What newToken() makes; anything else was not set by us.
const guestKeyShape = /^[\w-]{27}$/;

/** The guest cookie's name: `__Host-` ties it to https and this very host. */
export function guestCookieName(): string {
  return getEnv().APP_MODE === "live" ? "__Host-shop_guest" : "shop_guest";
}

/**
 * Finds out who asks. Errors: unauthorized for any Authorization header, since there is no session yet that it could
 * name: a credential that is not valid never makes its bearer a guest.
 */
export function resolveCaller(request: Request): Caller {
  if (request.headers.has("authorization")) throw new AppError("unauthorized");
  const cookie = readCookie(request, guestCookieName());
  return {
    kind: "guest",
    guestKey: cookie !== null && guestKeyShape.test(cookie) ? cookie : null,
    address: clientAddress(request),
  };
}

/** The client's address. The server's entry sets this header over whatever a client sent; bare `next dev` has none. */
export function clientAddress(request: Request): string {
  return request.headers.get("x-client-address") ?? "127.0.0.1";
}

function readCookie(request: Request, name: string): string | null {
  for (const part of (request.headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
