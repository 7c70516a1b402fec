import { createHash } from "node:crypto";
import { signedInScript } from "@/components/layout/signed-in-script";
import { themeScript } from "@/components/ui/theme-script";

const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;

/** The scripts that run before every page's first paint; their text never changes. */
const ownScripts = [themeScript, signedInScript].map(hashOf).join(" ");

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
 * For a prerendered page, which is the same for all visitors and so can hold no nonce: its inline scripts by their
 * hashes, and our own files. Pure.
 */
export function hashPolicy(html: string, shop: Pick<Shop, "isLocal">): string {
  return pagePolicy(["'self'", ...inlineScripts(html).map(hashOf)].join(" "), shop);
}

function inlineScripts(html: string): string[] {
  const scripts = html.matchAll(/<script((?:\s[^>]*)?)>([\s\S]*?)<\/script/gi);
  const inline = [...scripts].filter(([, attributes = ""]) => !/\ssrc=/i.test(attributes));
  return [...new Set(inline.map(([, , text = ""]) => text))];
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
