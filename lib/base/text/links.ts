/** A piece of a text; `url` is set where the piece is an address. */
export type TextPart = { text: string; url: string | null };

// Punctuation after an address belongs to the sentence.
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]']/g;

/** A text in pieces, so that the addresses in it can be shown as links. Pure. */
export function splitAtLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(address)) {
    if (!URL.canParse(url)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), url: null });
    parts.push({ text: url, url });
    end = index + url.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), url: null });
  return parts;
}
