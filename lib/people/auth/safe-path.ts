/** Where customers land by default. */
export const customerHomePath = "/dashboard";

/** Where administrators land by default. */
export const adminHomePath = "/admin";

/** Set by the middleware on requests of the admin pages: the path and query that were asked for. */
export const askedPathHeader = "x-asked-path";

const placeholder = "http://shop.invalid";

/**
 * The path to go to after signing in: `wanted` if it is one of the shop's, else the dashboard. Refuses anything that a
 * browser could read as another host, encoded or not: `//host`, `/\host`, a scheme, control characters. Never throws.
 */
export function safePath(wanted: unknown): string {
  if (typeof wanted !== "string" || wanted.length > 2_000) return customerHomePath;
  const decoded = decode(wanted);
  if (decoded === null || !isOwnPath(wanted) || !isOwnPath(decoded)) return customerHomePath;
  return wanted;
}

function isOwnPath(path: string): boolean {
  // Browsers drop tabs and line breaks inside an address, so "/\t/host" means "//host".
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return false;
  try {
    const { origin, pathname } = new URL(path, placeholder);
    // `/.//host` has our origin, but its path alone, as routers pass it on, is `//host`.
    return origin === placeholder && !pathname.startsWith("//");
  } catch {
    return false;
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** `wanted` if it is a path of the admin pages, else their first page. Never throws. */
export function adminPath(wanted: unknown): string {
  const path = safePath(wanted);
  return /^\/admin(?:[/?]|$)/.test(path) ? path : adminHomePath;
}

/** The sign-in page's path, with the path to go to next. */
export function signInPath(next?: string): string {
  return next ? `/auth?next=${encodeURIComponent(next)}` : "/auth";
}

/** The administrators' sign-in page's path, with the admin page to go to next. */
export function adminSignInPath(next: unknown): string {
  const path = adminPath(next);
  return path === adminHomePath ? "/admin-auth" : `/admin-auth?next=${encodeURIComponent(path)}`;
}
