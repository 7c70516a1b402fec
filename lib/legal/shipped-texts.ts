import type { LegalKind, LegalText } from "./kinds";
import { shippedPrivacy } from "./shipped/privacy";
import { shippedRefunds } from "./shipped/refunds";
import { shippedTerms } from "./shipped/terms";

const publishedAt = new Date("2025-01-01T00:00:00Z");

/** Version 1 of the texts that come with the shop. The imprint names the operator, so it starts empty. */
const shippedTexts: Partial<Record<LegalKind, LegalText>> = {
  terms: { kind: "terms", version: 1, publishedAt, ...shippedTerms },
  privacy: { kind: "privacy", version: 1, publishedAt, ...shippedPrivacy },
  refunds: { kind: "refunds", version: 1, publishedAt, ...shippedRefunds },
};

/** The shipped version of a text; undefined for one that the operator writes. */
export function shippedText(kind: LegalKind): LegalText | undefined {
  return shippedTexts[kind];
}
