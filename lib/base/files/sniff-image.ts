/** The types the proxy passes on. HEIC is recognised, but browsers can't show it. */
export type ImageType = "image/jpeg" | "image/png" | "image/gif" | "image/webp" | "image/avif";

/** How many first bytes `sniffImage` needs. */
export const sniffBytes = 64;

/**
 * A picture's type by its first bytes, whatever its header says. "heic" for Apple's format; null for anything else, and
 * for SVG, because it can contain scripts.
 */
export function sniffImage(head: Uint8Array): ImageType | "heic" | null {
  const bytes = Buffer.from(head);
  const text = bytes.toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "image/gif";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "image/webp";
  return text.slice(4, 8) === "ftyp" ? sniffIsoMedia(bytes) : null;
}

/** An ISO media file lists its brands: the major one, a version, then those it is compatible with. */
function sniffIsoMedia(bytes: Buffer): ImageType | "heic" | null {
  const boxEnd = Math.min(bytes.readUInt32BE(0), bytes.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= boxEnd; at += 4)
    if (at !== 12) brands.push(bytes.toString("latin1", at, at + 4));
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "image/avif";
  return brands.some((brand) => /^(?:he[iv][cxms]|mif1|msf1)$/.test(brand)) ? "heic" : null;
}
