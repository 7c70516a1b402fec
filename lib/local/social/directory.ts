import { type SocialPlatform, socialPlatforms } from "../emulated";
import { type Account, accountFrom, type DirectoryEntry, normalizeHandle } from "./account";
import { traits } from "./traits";

/** The accounts of the reserved handles that have one, on the platforms that don't lack their behaviour. */
const reservedAccounts: readonly DirectoryEntry[] = [
  ["demo_private", "Demo Private", "travel", 318, 46, "Friends only."],
  ["demo_empty", "Demo Empty", "books", 12, 0, "Nothing here yet."],
  ["demo_noposts404", "Demo No Posts", "city", 2_045, 58, "A profile whose posts can't be fetched."],
  ["demo_slow", "Demo Slow", "music", 7_730, 24, "Good things take three seconds."],
  ["demo_heic", "Demo Heic", "plants", 5_020, 30, "Covers that no browser can show."],
  ["demo_expired", "Demo Expired", "food", 6_480, 30, "Pictures whose signature has run out."],
  ["demo_carousel", "Demo Carousel", "craft", 15_900, 30, "Every post has several pictures."],
  ["demo_nocounts", "Demo No Counts", "sport", 980, 30, "An account that keeps its counts to itself."],
  ["demo_many", "Demo Many", "travel", 88_000, 64, "More posts than one page holds."],
];

export const allAccounts: readonly Account[] = socialPlatforms.flatMap((platform) =>
  [...traits[platform].accounts, ...reservedAccounts]
    .map((line) => accountFrom(platform, line))
    .filter(({ quirk }) => quirk === null || !traits[platform].lacks.includes(quirk)),
);

/** The account with this handle, ignoring case and a leading @. */
export function findAccount(platform: string, handle: string): Account | undefined {
  const wanted = normalizeHandle(handle);
  return accountsOf(platform).find((account) => account.handle === wanted);
}

/** Accounts whose handle begins with the query, then those whose name has a word that does; most followers first. */
export function searchAccounts(platform: SocialPlatform, query: string): Account[] {
  const wanted = normalizeHandle(query);
  if (wanted === "") return [];
  const byFollowers = accountsOf(platform).toSorted((a, b) => b.followers - a.followers);
  const byHandle = byFollowers.filter((account) => account.handle.startsWith(wanted));
  const byName = byFollowers.filter(
    (account) => !byHandle.includes(account) && wordsOf(account.name).some((word) => word.startsWith(wanted)),
  );
  return [...byHandle, ...byName];
}

function accountsOf(platform: string): Account[] {
  return allAccounts.filter((account) => account.platform === platform);
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
}
