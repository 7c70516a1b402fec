/** What each kind of block is called, and how it is written. */
export const blockKindLabels: Record<string, string> = {
  email: "Email",
  target: "Account on a platform",
  network: "Network",
  card: "Card",
};
