/** Where customers land by default. */
export const customerHomePath = "/dashboard";

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

/** The sign-in page's path, with the path to go to next. */
export function signInPath(next?: string): string {
  return next ? `/auth?next=${encodeURIComponent(next)}` : "/auth";
}
