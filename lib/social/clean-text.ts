/**
 * Foreign text as the shop may keep it: at most `maxLength` characters, without the two things that PostgreSQL's jsonb
 * refuses, NUL and halves of a surrogate pair.
 */
export function cleanText(text: string, maxLength: number): string {
  return Buffer.from(text.replaceAll("\0", "").slice(0, maxLength), "utf8").toString("utf8").trim();
}
