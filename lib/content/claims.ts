/** A marketing claim. A claim about a number has its `figure` set apart, so that it can be shown large. */
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
  supportAvailable: { text: "24/7 Support Available" },
  onlineNow: { text: "Online Now" },
  limitedOffer: { text: "Limited Time Offer" },
  struckPrices: { text: "Prices before the offer, struck through" },
} satisfies Record<string, Claim>;

export type ClaimName = keyof typeof claims;

/** Which claims are shown. A name that is absent is on. */
export type ClaimSwitches = Partial<Record<ClaimName, boolean>>;

/** The operator's switches. A claim that can't be proven is turned off here, and is then gone from every page. */
export const claimSwitches: ClaimSwitches = {};

/** A claim, or null when it is switched off. Every page asks here, so no page can show what is off. */
export function findClaim(name: ClaimName, switches: ClaimSwitches = claimSwitches): Claim | null {
  return switches[name] === false ? null : claims[name];
}

/** Those of the named claims that are on, in the order they were named. */
export function listClaims(
  names: readonly ClaimName[],
  switches: ClaimSwitches = claimSwitches,
): (Claim & { name: ClaimName })[] {
  return names.flatMap((name) => {
    const claim = findClaim(name, switches);
    return claim ? [{ ...claim, name }] : [];
  });
}

/** The price to strike through beside a package or bundle; undefined when struck prices are switched off. */
export function struckCents(
  originalCents: number,
  switches: ClaimSwitches = claimSwitches,
): number | undefined {
  return findClaim("struckPrices", switches) ? originalCents : undefined;
}
