import type { SiteSettings } from "./site-settings";

/** The settings that decide about claims. */
export type ClaimSettings = Pick<SiteSettings, "claims" | "claimEvidence" | "limitedOfferEndsAt">;

export const limitedOffer = "limitedOffer";

/** When support answers, by the claim `replyTime`. */
export const replyWithin = "within 24 hours";

/** The fewest characters of a claim's evidence. */
export const minEvidenceLength = 20;

/**
 * Says whether pages show a claim. A local shop shows every claim that is not switched off; a live shop only those with
 * evidence. The limited offer is hidden after its end, which a live shop's must have. `now` reads the database's time
 * and is called only if there is an end.
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
