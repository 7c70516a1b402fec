import type { DirectoryLine } from "./account";

/** The accounts of the reserved handles that have one. The HEIC one exists where covers are HEIC. */
export const reservedAccounts: readonly DirectoryLine[] = [
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
