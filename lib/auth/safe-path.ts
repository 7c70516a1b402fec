/** Where people go who were not on their way anywhere. */
export const homeOfCustomers = "/dashboard";

const placeholder = "http://shop.invalid";

/**
 * The path to go on to after signing in: `wanted` when it is one of our own, else the dashboard. Whatever a browser
 * could read as another host is refused, encoded or not: `//host`, `/\host`, a scheme, control characters. Never throws.
 */
export function safePath(wanted: unknown, fallback: string = homeOfCustomers): string {
  if (typeof wanted !== "string" || wanted.length > 2_000) return fallback;
  const decoded = decode(wanted);
  if (decoded === null || !isOwnPath(wanted) || !isOwnPath(decoded)) return fallback;
  return wanted;
}

function isOwnPath(path: string): boolean {
  // Browsers drop tabs and line breaks inside an address: "/\t/host" is "//host".
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return false;
  try {
    return new URL(path, placeholder).origin === placeholder;
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

/** The sign-in page, and where to go on from there. */
export function signInPath(next?: string): string {
  return next ? `/auth?next=${encodeURIComponent(next)}` : "/auth";
}
