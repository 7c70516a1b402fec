import { toPlainText } from "@react-email/render";
import type { ComposedMail } from "./mail";

// Mail programs lay out tables as the templates expect only under this document type.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

// React asks browsers to load images early, which no mail program does.
const neverMailed = /<link rel="preload"[^>]*>|\0/g;

// In the plain text, a heading is a line like any other, not in capitals.
const plainText = { selectors: [{ selector: "h1", options: { uppercase: false } }] };

/**
 * Renders a composed mail in both of its forms: HTML, and the same in plain text. One synchronous rendering serves both,
 * because the streams of `@react-email/render` take several times as long and a worker renders three mails an order.
 */
export async function renderMail({
  subject,
  body,
}: ComposedMail): Promise<{ subject: string; html: string; text: string }> {
  // Next refuses a static import of it beside a page.
  const { renderToStaticMarkup } = await import("react-dom/server");
  const html = doctype + renderToStaticMarkup(body).replaceAll(neverMailed, "");
  return { subject: oneLine(subject), html, text: toPlainText(html, plainText) };
}

/** A subject is a header, so line breaks and control characters become spaces. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
