import { createHash } from "node:crypto";
import { signedInScript } from "@/components/layout/signed-in-script";
import { serviceTabScript } from "@/components/storefront/service-tab-script";
import { themeScript } from "@/components/ui/theme-script";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** The scripts that run before a page's first paint; their text never changes. */
const ownScripts = [themeScript, signedInScript, serviceTabScript].map(hashOf).join(" ");

/**
 * The inline scripts that Next writes into a prerendered page. Each hands over at most one JSON value of the page, so
 * none can hold code that came in with the page's content. The first hands over what a refused form said, if one was
 * sent.
 */
const scriptsOfNext = [
  /^\(self\.__next_f=self\.__next_f\|\|\[\]\)\.push\(\[0\]\)(?:;self\.__next_f\.push\((.*)\))?$/s,
  /^self\.__next_f\.push\((.*)\)$/s,
  /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((.*)\);$/s,
];

/**
 * For answers that are not pages: they may load nothing. Inline styles are allowed because an SVG icon may be opened on
 * its own.
 */
export const closedPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Shop = { isLocal: boolean; isDevelopment: boolean };

/** For a picture from outside: it may load and run nothing, whatever it turns out to be. */
export const picturePolicy = "default-src 'none'; sandbox";

/** For a page made for one visitor: only scripts with this nonce run, and what they load. Pure. */
export function noncePolicy(nonce: string, shop: Shop): string {
  const looser = shop.isDevelopment ? " 'unsafe-eval'" : "";
  return pagePolicy(`'self' 'nonce-${nonce}' ${ownScripts} 'strict-dynamic'${looser}`, shop);
}

/**
 * For a prerendered page, which is the same for all visitors and so can hold no nonce: the hashes of our own and of
 * Next's inline scripts, and our own files. Any other inline script gets no hash and does not run. Pure.
 */
export function hashPolicy(html: string, shop: Pick<Shop, "isLocal">): string {
  const hashes = new Set(inlineScripts(html).filter(isOfNext).map(hashOf));
  return pagePolicy(["'self'", ownScripts, ...hashes].join(" "), shop);
}

function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?:\s[^>]*)?>([\s\S]*?)<\/script/gi)].map(([, text = ""]) => text);
}

function isOfNext(script: string): boolean {
  return scriptsOfNext.some((form) => {
    const [whole, value] = form.exec(script) ?? [];
    return whole !== undefined && (value === undefined || isJson(value));
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function pagePolicy(scripts: string, { isLocal }: Pick<Shop, "isLocal">): string {
  return [
    "default-src 'self'",
    `script-src ${scripts}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' https://checkout.stripe.com https://accounts.google.com${isLocal ? " http://127.0.0.1:*" : ""}`,
    "frame-ancestors 'none'",
  ].join("; ");
}
