import type { Account } from "./account";
import { randomFrom } from "./random";

const shortcodeAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const instagramEpochMs = 1_314_220_021_721n;

/** The numeric id of an account, always the same for a name: ten digits on Instagram, a 64-bit snowflake on TikTok. */
export function accountId(account: Account): string {
  if (account.idInstead) return account.idInstead;
  const random = randomFrom(`id ${account.platform} ${account.handle}`);
  if (account.platform === "instagram") return String(random.whole(1_000_000_000, 9_999_999_999));
  const createdAtS = Math.floor(random.between(Date.UTC(2019, 0, 1), Date.UTC(2025, 0, 1)) / 1000);
  return tiktokId(createdAtS, random.whole(0, 2 ** 32 - 1));
}

/**
 * Instagram's id of a post: 41 bits of milliseconds since its own epoch, then 23 bits of shard and sequence. `low` is
 * those 23 bits.
 */
export function instagramPk(takenAtS: number, low: number): string {
  const sinceEpochMs = BigInt(takenAtS) * 1000n - instagramEpochMs;
  return String((sinceEpochMs << 23n) | BigInt(low & 0x7fffff));
}

/** The code in a post's address: its id in base 64. */
export function shortcode(pk: string): string {
  let rest = BigInt(pk);
  let code = "";
  while (rest > 0n) {
    code = `${shortcodeAlphabet[Number(rest & 63n)]}${code}`;
    rest >>= 6n;
  }
  return code;
}

/** TikTok's 64-bit ids have their creation time, in seconds, in the upper half. */
export function tiktokId(createdAtS: number, low: number): string {
  return String((BigInt(createdAtS) << 32n) | BigInt(low >>> 0));
}
