import { html, raw } from "hono/html";

export type Markup = ReturnType<typeof html>;

/**
 * A page of an emulator: the browser's own look in both themes, readable on a phone, with targets that a thumb hits.
 * `nonce` is that of the page's policy, if it has one.
 */
export function plainPage(title: string, body: Markup, nonce = ""): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style nonce="${nonce}">${raw(style)}</style>
  </head>
  <body>${body}</body>
</html>`;
}

const style = `
:root { color-scheme: light dark; }
html { background: Canvas; color: CanvasText; }
body { max-width: 44rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a, summary { display: inline-block; padding: 0.6rem 0; }
input, button { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: 0.25rem 0 1rem; padding: 0.5rem; font: inherit; }
[role="alert"] { padding: 0.5rem 1rem; border: 2px solid; font-weight: bold; }
iframe { width: 100%; height: 72vh; border: 1px solid; background: white; }
pre { white-space: pre-wrap; }
`;
