/** One message of the social-proof popup. */
export type SocialProofMessage = { text: string; ago: string };

/**
 * The six fixed texts, in turn; they don't come from orders. In a file apart from the times, so that only the popup
 * loads them.
 */
export const socialProofMessages: readonly SocialProofMessage[] = [
  { text: "5,000 views bought", ago: "6 mins ago" },
  { text: "100 followers bought", ago: "11 mins ago" },
  { text: "1,000 likes bought", ago: "19 mins ago" },
  { text: "1,000 followers bought", ago: "24 mins ago" },
  { text: "500 views bought", ago: "32 mins ago" },
  { text: "100 likes bought", ago: "41 mins ago" },
];
