import type { EmulatedPlatform } from "../emulated";
import type { Account, Traits } from "./account";
import { instagram } from "./instagram";
import { randomFrom } from "./random";
import { tiktok } from "./tiktok";

export const traits: Record<EmulatedPlatform, Traits> = { instagram, tiktok };

/** The numeric id of an account, always the same for a name. */
export function accountId({ platform, handle, idInstead }: Account<unknown>): string {
  return idInstead ?? traits[platform].accountId(randomFrom(`id ${platform} ${handle}`));
}
