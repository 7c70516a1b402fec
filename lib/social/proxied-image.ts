/**
 * The address under which the shop itself serves a platform's picture; null stays null. `name` lends its first letter
 * to the placeholder that is shown when the picture is gone.
 */
export function proxiedImage(url: string | null, name = ""): string | null {
  if (url === null) return null;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0];
  return `/api/image-proxy?url=${encodeURIComponent(url)}${letter ? `&letter=${encodeURIComponent(letter)}` : ""}`;
}
