import type { LegalKind, LegalText } from "./kinds";
import { shippedAccessibility } from "./shipped/accessibility";
import { shippedPrivacy } from "./shipped/privacy";
import { shippedRefunds, shippedRefundsV2 } from "./shipped/refunds";
import { shippedTerms, shippedTermsV2 } from "./shipped/terms";

const firstAt = new Date("2025-01-01T00:00:00Z");
const secondAt = new Date("2026-11-28T00:00:00Z");

/**
 * The versions that come with the shop, the oldest first. A version that an operator has published under the same
 * number replaces them. The imprint names the operator, so it starts empty.
 */
const shippedTexts: Partial<Record<LegalKind, LegalText[]>> = {
  terms: [
    { kind: "terms", version: 1, publishedAt: firstAt, ...shippedTerms },
    { kind: "terms", version: 2, publishedAt: secondAt, ...shippedTermsV2 },
  ],
  privacy: [{ kind: "privacy", version: 1, publishedAt: firstAt, ...shippedPrivacy }],
  refunds: [
    { kind: "refunds", version: 1, publishedAt: firstAt, ...shippedRefunds },
    { kind: "refunds", version: 2, publishedAt: secondAt, ...shippedRefundsV2 },
  ],
  accessibility: [{ kind: "accessibility", version: 1, publishedAt: secondAt, ...shippedAccessibility }],
};

/** The shipped versions of a text, the newest first; none of one that the operator writes. */
export function shippedVersions(kind: LegalKind): LegalText[] {
  return [...(shippedTexts[kind] ?? [])].reverse();
}

/** A shipped version of a text, by default the newest. */
export function shippedText(kind: LegalKind, version?: number): LegalText | undefined {
  return shippedVersions(kind).find((text) => version === undefined || text.version === version);
}
