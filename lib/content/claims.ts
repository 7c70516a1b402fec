/** A marketing claim; `figure` is its number, to be shown large. */
export type Claim = { text: string; figure?: string };

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
  refills: { text: "Refill if the count drops within 5 days" },
  supportAvailable: { text: "24/7 Support Available" },
  onlineNow: { text: "Online Now" },
  limitedOffer: { text: "Limited Time Offer" },
  struckPrices: { text: "Prices before the offer, struck through" },
} satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;

/** Every claim, for the admin's switches. */
export const claimNames = Object.keys(claims) as ClaimName[];

/** Which claims are shown; an absent name is on. */
export type ClaimSwitches = Partial<Record<ClaimName, boolean>>;

/**
 * A claim, or null when the settings switch it off. Every page reads its claims here, so that none shows one that is
 * off.
 */
export function findClaim(name: ClaimName, switches: ClaimSwitches): Claim | null {
  return switches[name] === false ? null : claims[name];
}

/** The named claims that are on, in that order. */
export function listClaims(
  names: readonly ClaimName[],
  switches: ClaimSwitches,
): (Claim & { name: ClaimName })[] {
  return names.flatMap((name) => {
    const claim = findClaim(name, switches);
    return claim ? [{ ...claim, name }] : [];
  });
}

/** The price to strike through beside a package or bundle; undefined when struck prices are switched off. */
export function struckCents(originalCents: number, switches: ClaimSwitches): number | undefined {
  return findClaim("struckPrices", switches) ? originalCents : undefined;
}

/** The texts whose claims are all on; a text without a claim is always shown. */
export function withoutClaimsThatAreOff<Text extends { claims?: readonly ClaimName[] }>(
  texts: readonly Text[],
  switches: ClaimSwitches,
): Text[] {
  return texts.filter(({ claims = [] }) => claims.every((name) => findClaim(name, switches)));
}
