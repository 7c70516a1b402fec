import type { Account } from "./account";
import { traits } from "./traits";

/** An account's picture. One account's signatures have expired: its pictures answer 403. */
export function pictureUrl(origin: string, account: Account, kind: "avatar" | "post", seed: string): string {
  return `${origin}/media/${account.quirk === "expired" ? "expired" : kind}/${seed}.png`;
}

/** An account's own picture. */
export function avatarUrl(origin: string, account: Account): string {
  const { picturePrefix } = traits[account.platform];
  return pictureUrl(origin, account, "avatar", `${picturePrefix}-${account.handle}`);
}

/** A video's address, which is 404: the shop shows covers only. */
export function filmUrl(origin: string, seed: string): string {
  return `${origin}/media/video/${seed}.mp4`;
}
