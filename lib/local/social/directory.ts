import { type Account, accountFrom, type SocialPlatform } from "./account";
import { accountId } from "./ids";
import { instagramAccounts } from "./instagram-accounts";
import { reservedAccounts } from "./reserved-accounts";
import { tiktokAccounts } from "./tiktok-accounts";

/** Every account there is, by platform. */
export const accountsOf: Readonly<Record<SocialPlatform, readonly Account[]>> = {
  instagram: [
    ...instagramAccounts.map((line) => accountFrom("instagram", line)),
    ...reservedAccounts("instagram"),
  ],
  tiktok: [...tiktokAccounts.map((line) => accountFrom("tiktok", line)), ...reservedAccounts("tiktok")],
};

/** The account with this handle; letters' case and a leading @ don't matter. */
export function findAccount(platform: SocialPlatform, handle: string): Account | undefined {
  const wanted = normalizeHandle(handle);
  return accountsOf[platform].find((account) => account.handle === wanted);
}

/** The account with this numeric id. */
export function findAccountById(platform: SocialPlatform, id: string): Account | undefined {
  return accountsOf[platform].find((account) => accountId(account) === id);
}

/** Handles that begin with the query first, then names of which a word does; in each the best known first. */
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

/** A handle as the directory spells it. */
export function normalizeHandle(handle: string): string {
  return handle.trim().replace(/^@/, "").toLowerCase();
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
