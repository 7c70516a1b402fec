import { type ClaimSettings, isClaimShown, limitedOffer, replyWithin } from "@/lib/shop/settings/claim-rules";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";

/** A marketing claim; `figure` is its number, to be shown large. */
type Claim = { text: string; figure?: string };

const claims = {
  rating: { figure: "4.9/5", text: "rating" },
  successRate: { figure: "99.9%", text: "success rate" },
  likesDelivered: { figure: "10M+", text: "likes delivered" },
  viewsGenerated: { figure: "5M+", text: "views generated" },
  realAccounts: { text: "Real, active accounts" },
  gradualDelivery: { text: "Gradual delivery over 24-48 hours" },
  quickStart: { text: "Delivery starts within 1-24 hours" },
  noPassword: { text: "No password required" },
  moneyBack: { text: "30-day money-back guarantee" },
  safeAndSecure: { text: "100% safe and secure" },
  expertSupport: { text: "24/7 expert support" },
  guaranteedGrowth: { text: "Guaranteed growth" },
  trustedBy: { figure: "50,000", text: "Trusted by over 50,000 creators" },
  refills: { text: `Refill if the count drops within ${defaultRefillDays} days` },
  supportAvailable: { text: "24/7 Support Available" },
  onlineNow: { text: "Online Now" },
  limitedOffer: { text: "Limited Time Offer" },
  struckPrices: { text: "Prices before the offer, struck through" },
  popular: { text: "Popular" },
  replyTime: { text: `We will get back to you ${replyWithin}.` },
} satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;

/** Every claim, in the admin's order. */
export const claimNames = Object.keys(claims) as [ClaimName, ...ClaimName[]];

/** A claim in one line, for the admin. */
export function claimLabel(name: ClaimName): string {
  const { figure, text }: Claim = claims[name];
  return figure && !text.includes(figure) ? `${figure} ${text}` : text;
}

/** The claims that the pages show, and what replaces a part of a claim; absent ones are hidden. */
export type ClaimSwitches = Partial<Record<ClaimName, boolean | Partial<Claim>>>;

/** The figures that the shop has counted itself, which win over a claim's own; null hides the claim. */
export type CountedClaims = Partial<Record<ClaimName, string | null>>;

type Shop = {
  isLive: boolean;
  /** The database's time, asked for only where an offer has an end. */
  now: () => Date;
  /** Refills are promised only if the suppliers offer them. */
  areFollowersRefilled: boolean;
  counted?: CountedClaims;
};

/** The claims that a shop's pages show. */
export function shownClaims(settings: ClaimSettings, shop: Shop): ClaimSwitches {
  const names = claimNames.filter(
    (name) => isClaimShown(name, settings, shop) && (name !== "refills" || shop.areFollowersRefilled),
  );
  const switches: ClaimSwitches = {};
  for (const name of names) {
    const figure = shop.counted?.[name];
    if (figure === null) continue;
    switches[name] = figure === undefined ? true : { figure };
  }
  const end = settings.limitedOfferEndsAt;
  if (switches[limitedOffer] && end !== "") {
    switches[limitedOffer] = { text: `${claims[limitedOffer].text} until ${endText(new Date(end))}` };
  }
  return switches;
}

/** `November 30, 18:00 UTC` */
function endText(end: Date): string {
  const day = end.toLocaleDateString("en-US", { day: "numeric", month: "long", timeZone: "UTC" });
  return `${day}, ${end.toISOString().slice(11, 16)} UTC`;
}

/** A claim, or null when it is not shown. Every page reads its claims here. */
export function findClaim(name: ClaimName, switches: ClaimSwitches): Claim | null {
  const shown = switches[name];
  if (!shown) return null;
  const claim: Claim = claims[name];
  return shown === true ? claim : { ...claim, ...shown };
}

/** The named claims that are shown, in the given order. */
export function listClaims(
  names: readonly ClaimName[],
  switches: ClaimSwitches,
): (Claim & { name: ClaimName })[] {
  return names.flatMap((name) => {
    const claim = findClaim(name, switches);
    return claim ? [{ ...claim, name }] : [];
  });
}

/** The texts whose claims are all shown, and those without claims. */
export function withoutHiddenClaims<Text extends { claims?: readonly ClaimName[] | undefined }>(
  texts: readonly Text[],
  switches: ClaimSwitches,
): Text[] {
  return texts.filter(({ claims = [] }) => claims.every((name) => findClaim(name, switches)));
}
