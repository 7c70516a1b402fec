import { render } from "@react-email/render";
import type { ComposedMail } from "./mail";

// In the plain text, a heading is a line like any other, not in capitals.
const plainText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: "h1", options: { uppercase: false } }] },
} as const;

/** Renders a composed mail in both of its forms: HTML, and the same in plain text. */
export async function renderMail({
  subject,
  body,
}: ComposedMail): Promise<{ subject: string; html: string; text: string }> {
  const [html, text] = await Promise.all([render(body), render(body, plainText)]);
  return { subject: oneLine(subject), html, text };
}

/** A subject is a header, so line breaks and control characters become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
