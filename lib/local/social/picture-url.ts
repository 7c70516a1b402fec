import type { Account } from "./account";

/** Where a picture of an account is. Of one account every signature has run out: its pictures answer 403. */
export function pictureUrl(origin: string, account: Account, kind: "avatar" | "post", seed: string): string {
  return `${origin}/media/${account.quirk === "expired" ? "expired" : kind}/${seed}.png`;
}

/** An account's own picture. */
export function avatarUrl(origin: string, account: Account): string {
  const platform = account.platform === "instagram" ? "ig" : "tt";
  return pictureUrl(origin, account, "avatar", `${platform}-${account.handle}`);
}

/** The address of a film. Nothing lies behind it: the shop shows covers and never plays one. */
export function filmUrl(origin: string, seed: string): string {
  return `${origin}/media/video/${seed}.mp4`;
}
