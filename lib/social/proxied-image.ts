/**
 * The shop's address of a platform's picture; null stays null. The placeholder of a missing one shows `name`'s first
 * letter.
 */
export function proxiedImage(url: string | null, name = ""): string | null {
  if (url === null) return null;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0];
  return `/api/image-proxy?url=${encodeURIComponent(url)}${letter ? `&letter=${encodeURIComponent(letter)}` : ""}`;
}
