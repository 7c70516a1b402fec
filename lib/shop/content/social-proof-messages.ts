export type SocialProofMessage = { text: string; ago: string };

/**
 * Six invented purchases, shown in turn and never in live mode. Only the popup loads this file.
 */
export const socialProofMessages: readonly SocialProofMessage[] = [
  { text: "5,000 views bought", ago: "6 mins ago" },
  { text: "100 followers bought", ago: "11 mins ago" },
  { text: "1,000 likes bought", ago: "19 mins ago" },
  { text: "1,000 followers bought", ago: "24 mins ago" },
  { text: "500 views bought", ago: "32 mins ago" },
  { text: "100 likes bought", ago: "41 mins ago" },
];
