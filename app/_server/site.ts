import "server-only";
import type { FooterSite } from "@/components/layout/site-footer";
import type { Db } from "@/lib/base/db/client";
import { getShop, isLive, type ShopIdentity } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { processWide } from "@/lib/base/process-wide";
import { databaseNow, syncClock } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { countedClaims } from "@/lib/buyer/facts/counted-claims";
import { listFacts, showFacts } from "@/lib/buyer/facts/facts";
import { countReviews } from "@/lib/people/reviews/list-reviews";
import { listFollowersRefills, mayPromiseRefills } from "@/lib/shop/catalog/load-catalog";
import { footerLinks, strangersInWords } from "@/lib/shop/content/sold";
import { loadTextVersions, newestVersions } from "@/lib/shop/legal/find-text";
import { accentCss } from "@/lib/shop/settings/accent";
import { findClaim, shownClaims } from "@/lib/shop/settings/claims";
import { replyTimeOf } from "@/lib/shop/settings/reply-time";
import { defaultSettings, loadSettings, type SiteSettings } from "@/lib/shop/settings/site-settings";
import { cacheFor } from "./cache-for";
import { type Holding, holdForPages, readForPages } from "./read-for-pages";

/** The shop as every page shows it: the brand, and an administrator's settings. */
type Site = ShopIdentity &
  FooterSite & {
    announcement: string;
    /** CSS rules that replace the design's accent colours by the shop's own; empty for most shops. */
    accentCss: string;
    socialProofSource: SiteSettings["socialProofSource"];
    /** When the pages change although no setting does: at the end of the limited offer that they show. */
    offerEndsAt: Date | null;
    minimumAge: number;
    asksForTick: boolean;
    /** ` within 24 hours` where the shop promises when it answers, else empty. */
    replyTime: string;
  };

// Until a process holds the settings, each page reads them: at most this often.
const settingsCacheMs = 10 * second;

/**
 * The shop as its pages show it, or those of one platform: settings win over the environment. Static pages are
 * revalidated when one changes.
 */
export async function getSite(platform?: string): Promise<Site> {
  const shop = getShop();
  const { settings, refills, textVersions, hasFacts, counted } = await cachedSettings().get();
  const { shopName, supportEmail, announcement, socialProofSource, limitedOfferEndsAt } = settings;
  const { minimumAge, asksForTick, logo } = settings;
  const claims = shownClaims(settings, {
    isLive: isLive(),
    now: databaseNow,
    areFollowersRefilled: mayPromiseRefills(refills, platform),
    counted,
  });
  return {
    ...shop,
    name: shopName || shop.name,
    supportEmail: supportEmail || shop.supportEmail,
    claims,
    replyTime: replyTimeOf(settings),
    announcement,
    accentCss: accentCss({ light: settings.accentLight, dark: settings.accentDark }),
    // A live shop never shows invented purchases, whatever is stored.
    socialProofSource: isLive() && socialProofSource === "fixed" ? "off" : socialProofSource,
    offerEndsAt: claims.limitedOffer && limitedOfferEndsAt ? new Date(limitedOfferEndsAt) : null,
    textVersions,
    hasFacts,
    sold: footerLinks(),
    strangers: strangersInWords(),
    minimumAge,
    asksForTick,
    logo: logo ? `/logo/${logo}` : null,
    takesWithdrawals: settings.withdrawal,
  };
}

/** Tells a customer who has just written when the answer comes. */
export async function getReplyText(): Promise<string> {
  const { claims } = await getSite();
  return findClaim("replyTime", claims)?.text ?? "We'll reply by email.";
}

/** Requires that the shop takes withdrawals. Errors: not_found if the settings have switched them off. */
export async function requireWithdrawals(): Promise<void> {
  if (!(await getSite()).takesWithdrawals) throw new AppError("not_found");
}

/** Reads the settings again for all pages. */
export async function holdSettings(): Promise<Holding> {
  const holding = await holdForPages([settingsRead]);
  cachedSettings().forget();
  return holding;
}

const settingsRead = {
  name: "settings",
  read: async (db: Db) => {
    const [settings, refills, textVersions, facts, { stars }] = await Promise.all([
      loadSettings(db),
      listFollowersRefills(db),
      loadTextVersions(db),
      listFacts(db),
      countReviews(db),
    ]);
    // The offer's end is compared with the database's time, which this process may not have read yet.
    if (settings.limitedOfferEndsAt) await syncClock(db);
    const hasFacts = showFacts(facts).length > 0;
    return { settings, refills, textVersions, hasFacts, counted: countedClaims(facts, stars) };
  },
  otherwise: {
    settings: defaultSettings,
    refills: [],
    textVersions: newestVersions({}),
    hasFacts: false,
    counted: {},
  },
};

const cachedSettings = () =>
  processWide("settings", () => cacheFor(settingsCacheMs, () => readForPages(settingsRead)));
