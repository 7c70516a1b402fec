import type { SiteSettings } from "./site-settings";

/** The settings that decide about claims. */
export type ClaimSettings = Pick<SiteSettings, "claims" | "claimEvidence" | "limitedOfferEndsAt">;

/** The claim that lasts until a moment. */
export const limitedOffer = "limitedOffer";

/** The fewest characters that say how a claim can be proven. */
export const shortestEvidence = 20;

/**
 * Whether pages show a claim. A local shop shows each that is not switched off; a live one only those with evidence. The
 * limited offer ends at its end, and a live shop's must have one. `now`: the database's time, asked for only where there
 * is an end.
 */
export function isClaimShown(
  name: string,
  settings: ClaimSettings,
  { isLive, now }: { isLive: boolean; now: () => Date },
): boolean {
  if (settings.claims[name] === false) return false;
  if (isLive && !settings.claimEvidence[name]) return false;
  if (name !== limitedOffer) return true;
  const end = settings.limitedOfferEndsAt;
  return end === "" ? !isLive : now() < new Date(end);
}
