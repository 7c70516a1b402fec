import type { SocialPlatform } from "../emulated";
import type { Account, Traits } from "./account";
import { instagram } from "./instagram";
import { randomFrom } from "./random";
import { tiktok } from "./tiktok";
import { youtube } from "./youtube";

export const traits: Record<SocialPlatform, Traits> = { instagram, tiktok, youtube };

/** The id of an account, always the same for a name. */
export function accountId({ platform, handle, idInstead }: Account<unknown>): string {
  return idInstead ?? traits[platform].accountId(randomFrom(`id ${platform} ${handle}`));
}
