/** The shop's legal texts, in the order in which they are listed. */
export const legalKinds = ["terms", "privacy", "refunds", "imprint", "accessibility"] as const;
export type LegalKind = (typeof legalKinds)[number];

export const legalTitles: Record<LegalKind, string> = {
  terms: "Terms of Service",
  privacy: "Privacy Policy",
  refunds: "Refund Policy",
  imprint: "Imprint",
  accessibility: "Accessibility",
};

/** The texts that a buyer is shown before paying: an order stores their versions. */
export const acceptedKinds = ["terms", "privacy", "refunds"] as const satisfies readonly LegalKind[];

/** The newest version of each text; 0 for one that was never written. */
export type TextVersions = Record<LegalKind, number>;

/** One version of a text. `body` is Markdown with {shop} and {email} for the shop's name and support address. */
export type LegalText = {
  kind: LegalKind;
  version: number;
  /** A short text beside the title; may be empty. */
  lead: string;
  body: string;
  publishedAt: Date;
};

/** The current version's address. */
export function legalPath(kind: LegalKind): string {
  return `/${kind}`;
}

/** The address at which one version stays readable. */
export function versionPath(kind: LegalKind, version: number): string {
  return `/legal/${kind}/${version}`;
}
