/** One message of the social-proof popup. The messages are fixed texts, not orders. */
export type SocialProofMessage = { text: string; ago: string };

/** Where the popup's messages come from; `off` shows none. */
export const socialProofSource: "fixed" | "off" = "fixed";

export const socialProofMessages: readonly SocialProofMessage[] = [
  { text: "5,000 views bought", ago: "6 mins ago" },
  { text: "100 followers bought", ago: "11 mins ago" },
  { text: "1,000 likes bought", ago: "19 mins ago" },
  { text: "1,000 followers bought", ago: "24 mins ago" },
  { text: "500 views bought", ago: "32 mins ago" },
  { text: "100 likes bought", ago: "41 mins ago" },
];

/** The first message comes late enough not to meet a visitor at the door. Milliseconds. */
export const socialProofTimes = { firstAfterMs: 5_000, shownMs: 4_000, waitMs: 8_000 } as const;
