import { type Account, accountFrom, normalizeHandle, type SocialPlatform } from "./account";
import { accountId } from "./ids";
import { instagramAccounts } from "./instagram-accounts";
import { reservedAccounts } from "./reserved-accounts";
import { tiktokAccounts } from "./tiktok-accounts";

/** Every account, by platform. */
export const accountsOf: Readonly<Record<SocialPlatform, readonly Account[]>> = {
  instagram: [
    ...instagramAccounts.map((line) => accountFrom("instagram", line)),
    ...reservedAccounts("instagram"),
  ],
  tiktok: [...tiktokAccounts.map((line) => accountFrom("tiktok", line)), ...reservedAccounts("tiktok")],
};

/** The account with this handle, ignoring case and a leading @. */
export function findAccount(platform: SocialPlatform, handle: string): Account | undefined {
  const wanted = normalizeHandle(handle);
  return accountsOf[platform].find((account) => account.handle === wanted);
}

/** The account with this numeric id. */
export function findAccountById(platform: SocialPlatform, id: string): Account | undefined {
  return accountsOf[platform].find((account) => accountId(account) === id);
}

/** Accounts whose handle begins with the query, then those whose name has a word that does; most followers first. */
export function searchAccounts(platform: SocialPlatform, query: string): Account[] {
  const wanted = normalizeHandle(query);
  if (wanted === "") return [];
  const byFollowers = accountsOf[platform].toSorted((a, b) => b.followers - a.followers);
  const byHandle = byFollowers.filter((account) => account.handle.startsWith(wanted));
  const byName = byFollowers.filter(
    (account) => !byHandle.includes(account) && wordsOf(account.name).some((word) => word.startsWith(wanted)),
  );
  return [...byHandle, ...byName];
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
