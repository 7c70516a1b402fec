import "server-only";
import { areFollowersRefilled } from "@/lib/catalog/queries";
import { startStopwatch } from "@/lib/clock";
import type { ClaimSwitches } from "@/lib/content/claims";
import { getShop, type ShopIdentity } from "@/lib/env";
import { listFacts } from "@/lib/facts/count-facts";
import { showFacts } from "@/lib/facts/facts";
import { processWide } from "@/lib/process-wide";
import { accentCss } from "@/lib/settings/accent";
import { defaultSettings, loadSettings, type SiteSettings } from "@/lib/settings/site-settings";
import { second } from "@/lib/time";
import { readForPages } from "./read-for-pages";

/** What every page's frame shows: the brand, and what an administrator has set about it. */
export type Site = ShopIdentity & {
  claims: ClaimSwitches;
  announcement: string;
  /** Rules that put the shop's own colours in place of the design's; mostly none. */
  accentCss: string;
  socialProofSource: SiteSettings["socialProofSource"];
  /** The facts page has something to say. */
  hasFacts: boolean;
};

// Dynamic pages read the settings too: at most this often.
const keptMs = 10 * second;

type Read = { settings: SiteSettings; areFollowersRefilled: boolean; hasFacts: boolean };
type Held = { kept: { read: Promise<Read>; age(): number } | undefined };
const holder = () => processWide<Held>("settings", () => ({ kept: undefined }));

/** The shop as its pages show it: settings win over the environment. Static pages are revalidated when one changes. */
export async function getSite(): Promise<Site> {
  const shop = getShop();
  const { settings, areFollowersRefilled, hasFacts } = await readSettings();
  const { shopName, supportEmail, claims, announcement, socialProofSource } = settings;
  return {
    ...shop,
    name: shopName || shop.name,
    supportEmail: supportEmail || shop.supportEmail,
    // Promised only where the suppliers do it.
    claims: areFollowersRefilled ? claims : { ...claims, refills: false },
    announcement,
    accentCss: accentCss({ light: settings.accentLight, dark: settings.accentDark }),
    socialProofSource,
    hasFacts,
  };
}

/** Call it when settings have changed, before pages are revalidated. */
export function forgetSettings(): void {
  holder().kept = undefined;
}

function readSettings(): Promise<Read> {
  const { kept } = holder();
  if (kept && kept.age() < keptMs) return kept.read;
  const fresh = {
    read: readForPages({
      name: "settings",
      read: async (db) => {
        const [settings, isRefilled, counted] = await Promise.all([
          loadSettings(db),
          areFollowersRefilled(db),
          listFacts(db),
        ]);
        return { settings, areFollowersRefilled: isRefilled, hasFacts: showFacts(counted).length > 0 };
      },
      otherwise: { settings: defaultSettings, areFollowersRefilled: false, hasFacts: false },
    }),
    age: startStopwatch(),
  };
  holder().kept = fresh;
  // A failure is not kept: the next page asks again.
  fresh.read.catch(() => {
    if (holder().kept === fresh) forgetSettings();
  });
  return fresh.read;
}
