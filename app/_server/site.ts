import "server-only";
import { startStopwatch } from "@/lib/clock";
import type { ClaimSwitches } from "@/lib/content/claims";
import { getShop, type ShopIdentity } from "@/lib/env";
import { defaultSettings, loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
import { second } from "@/lib/time";
import { readForPages } from "./read-for-pages";

/** What every page's frame shows: the brand, and what an administrator has set about it. */
export type Site = ShopIdentity & {
  claims: ClaimSwitches;
  announcement: string;
  socialProofSource: SiteSettings["socialProofSource"];
};

// Pages made for one visitor read the settings too: not more often than this.
const keptMs = 10 * second;

// Next evaluates modules once a bundle; what a process may hold only once hangs on globalThis.
const holder: { shopSettings?: { read: Promise<SiteSettings>; age(): number } | undefined } = globalThis as {
  shopSettings?: { read: Promise<SiteSettings>; age(): number };
};

/** The shop as its pages show it: settings win over the environment. Static pages are remade when one changes. */
export async function getSite(): Promise<Site> {
  const shop = getShop();
  const settings = await readSettings();
  return {
    ...shop,
    supportEmail: settings.supportEmail || shop.supportEmail,
    claims: settings.claims,
    announcement: settings.announcement,
    socialProofSource: settings.socialProofSource,
  };
}

/** To be called when settings have changed, before pages are remade. */
export function forgetSettings(): void {
  holder.shopSettings = undefined;
}

function readSettings(): Promise<SiteSettings> {
  const kept = holder.shopSettings;
  if (kept && kept.age() < keptMs) return kept.read;
  const fresh = {
    read: readForPages({ name: "settings", read: loadSettings, otherwise: defaultSettings }),
    age: startStopwatch(),
  };
  holder.shopSettings = fresh;
  // A failure is not kept: the next page asks again.
  fresh.read.catch(() => {
    if (holder.shopSettings === fresh) forgetSettings();
  });
  return fresh.read;
}
