import { render } from "@react-email/render";
import type { ReactElement } from "react";

// A heading is a line like any other there, not a shout.
const plainText = {
  plainText: true,
  htmlToTextOptions: { selectors: [{ selector: "h1", options: { uppercase: false } }] },
} as const;

/** A template's two parts: HTML, and the same in plain text. */
export async function renderParts(body: ReactElement): Promise<{ html: string; text: string }> {
  const [html, text] = await Promise.all([render(body), render(body, plainText)]);
  return { html, text };
}
