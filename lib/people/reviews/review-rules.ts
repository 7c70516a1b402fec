import type { OrderStatus } from "@/lib/base/db/generated/enums";

/** The longest text and name of a review, in characters. */
const maxReviewLength = 1_000;
const maxReviewNameLength = 40;

/**
 * The orders that may be reviewed: those delivered in full or in part. Without the latter, bad experiences would be
 * hidden.
 */
export const reviewable: readonly OrderStatus[] = ["completed", "partial"];

/** How long a buyer may change a review. */
export const editableDays = 30;

/** Why an administrator may hide a review: never because it is bad. */
export const hidingReasons = {
  illegal: "Illegal content",
  personal_data: "Someone's personal data",
  abuse: "Insults or threats",
  spam: "Advertising or spam",
} as const;
export type HidingReason = keyof typeof hidingReasons;

const links =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|io|co|me|app|shop|store|online|site|xyz|ru|de|fr|uk|eu|link|ly|gg|tv)\b/i;
const addresses = /@\w/;
const dates = /\b\d{1,4}([./-])\d{1,2}\1\d{1,4}\b/g;
/** Eight digits or more, with the separators that people write between them. `10 000` has fewer. */
const phones = /\d(?:[\s()./-]*\d){7,}/;
const names = /^\p{L}[\p{L}\p{M}'’ .-]*$/u;

/** Why a text can't be published, for its writer; null for one that can. The same for every review. */
export function textProblem(text: string): string | null {
  if (text.length > maxReviewLength)
    return `Please use at most ${maxReviewLength.toLocaleString("en-US")} characters.`;
  if (links.test(text)) return "Please leave out links. We publish reviews without them.";
  if (addresses.test(text)) return "Please leave out email addresses and account names.";
  return phones.test(text.replace(dates, " ")) ? "Please leave out phone numbers." : null;
}

/** Why a public name can't be published; null for one that can. */
export function nameProblem(name: string): string | null {
  if (name === "") return null;
  if (name.length > maxReviewNameLength) return `Please use at most ${maxReviewNameLength} characters.`;
  return names.test(name) ? textProblem(name) : "Please use a first name, written in letters.";
}
