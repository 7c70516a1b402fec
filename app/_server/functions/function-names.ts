/** The functions of /api/functions, by the name in their address. */
export const functionNames = [
  "create-order",
  "get-instagram-posts",
  "get-tiktok-posts",
  "get-tiktok-profile",
  "instagram-profile-lookup",
  "list-posts",
  "lookup-profile",
  "verify-payment",
] as const;

export type FunctionName = (typeof functionNames)[number];
