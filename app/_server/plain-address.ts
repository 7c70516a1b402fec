// Letters, digits and - . _ ~ mean the same whether or not they are encoded (RFC 3986, 2.3).
const encodedPlain = /%(?:2[de]|3\d|4[1-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9ae])/gi;

/**
 * An address as everybody writes it: what needs no encoding has none in its path. Next compares a page's path with the
 * encoded text and goes in circles over `/%61dmin/audit` until it answers 500. Pure.
 */
export function plainAddress(url: string): string {
  const [path = ""] = url.split("?", 1);
  return path.replace(encodedPlain, decodeURIComponent) + url.slice(path.length);
}
