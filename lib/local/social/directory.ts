import { type Platform, platforms } from "@/lib/platforms";
import { type Account, accountFrom, normalizeHandle } from "./account";
import { reservedAccounts } from "./reserved-accounts";
import { accountId, traits } from "./traits";

/** Every account of every platform. */
export const allAccounts: readonly Account[] = platforms.flatMap((platform) =>
  [...traits[platform].accounts, ...reservedAccounts]
    .map((line) => accountFrom(platform, line))
    .filter(({ quirk }) => quirk !== "heic" || traits[platform].hasHeicCovers),
);

/** The account with this handle, ignoring case and a leading @. */
export function findAccount(platform: Platform, handle: string): Account | undefined {
  const wanted = normalizeHandle(handle);
  return accountsOf(platform).find((account) => account.handle === wanted);
}

/** The account with this numeric id. */
export function findAccountById(platform: Platform, id: string): Account | undefined {
  return accountsOf(platform).find((account) => accountId(account) === id);
}

/** Accounts whose handle begins with the query, then those whose name has a word that does; most followers first. */
export function searchAccounts(platform: Platform, query: string): Account[] {
  const wanted = normalizeHandle(query);
  if (wanted === "") return [];
  const byFollowers = accountsOf(platform).toSorted((a, b) => b.followers - a.followers);
  const byHandle = byFollowers.filter((account) => account.handle.startsWith(wanted));
  const byName = byFollowers.filter(
    (account) => !byHandle.includes(account) && wordsOf(account.name).some((word) => word.startsWith(wanted)),
  );
  return [...byHandle, ...byName];
}

function accountsOf(platform: Platform): Account[] {
  return allAccounts.filter((account) => account.platform === platform);
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
