/** The label of each kind of block. */
export const blockKindLabels: Record<string, string> = {
  email: "Email",
  target: "Account on a platform",
  network: "Network",
  card: "Card",
};
