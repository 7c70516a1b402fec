import { storable } from "@/lib/base/text/storable-text";
import { readPostLink, readTargetName } from "@/lib/shop/catalog/links";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";

/** What the search may be told to do with what it finds. */
export const searchVerbs = ["refund", "resend", "block", "pause", "resume"] as const;
export type SearchVerb = (typeof searchVerbs)[number];

/** The possible meanings of a search text; what has any of them is found. */
export type SearchTerms = {
  verb: SearchVerb | null;
  /** The text without its verb, in lower case. */
  text: string;
  /** All ids that begin with the text. */
  ids?: { first: string; last: string };
  /** A supplier's order number, with and without the hash that some begin with. */
  numbers?: string[];
  /** Any part of an address. */
  emailPart?: string;
  /** The beginning of an account's name. */
  usernamePrefix?: string;
  /** The account whose profile a link leads to. */
  username?: string;
  /** The forms in which an item may store a post's link. */
  links?: string[];
  stripe?: { object: StripeObject; id: string };
};

type StripeObject = "payment_intent" | "session" | "refund" | "charge" | "dispute";

const stripePrefixes: Record<string, StripeObject> = {
  pi: "payment_intent",
  cs: "session",
  re: "refund",
  pyr: "refund",
  ch: "charge",
  py: "charge",
  dp: "dispute",
  du: "dispute",
};

/** Shorter texts would match too much. */
const shortestText = 2;

/** Reads a search text; null for one that is too short to search for. Pure. */
export function readSearch(typed: string): SearchTerms | null {
  const whole = storable(typed).trim();
  const [, word = "", rest = ""] = /^(\p{L}+)\s+(.*)$/su.exec(whole) ?? [];
  const verb = searchVerbs.find((one) => one === word.toLowerCase()) ?? null;
  const given = verb ? rest.trim() : whole;
  const text = given.toLowerCase();
  if (text.replace(/^[#@]/, "").length < shortestText) return null;
  return { verb, text, ...meaningsOf(given, text) };
}

function meaningsOf(given: string, text: string): Omit<SearchTerms, "verb" | "text"> {
  const [, prefix = ""] = /^([a-z]{2,3})_\w{6,}$/.exec(text) ?? [];
  const object = stripePrefixes[prefix];
  if (object) return { stripe: { object, id: given } };
  if (isLink(text)) return linkMeanings(given);
  if (text.startsWith("@")) return { usernamePrefix: text.slice(1), emailPart: text };
  if (text.includes("@")) return { emailPart: text };
  const number = given.replace(/^#/, "");
  const digits = number.toLowerCase().replaceAll("-", "");
  const ids = /^[0-9a-f]{2,32}$/.test(digits) && {
    ids: { first: uuid(digits, "0"), last: uuid(digits, "f") },
  };
  const numbers = /^\S{1,64}$/.test(number) && { numbers: [number, `#${number}`] };
  const names = text.startsWith("#") ? {} : { emailPart: text, usernamePrefix: text };
  return { ...(ids || {}), ...(numbers || {}), ...names };
}

function isLink(text: string): boolean {
  return listPlatforms({ all: true }).some(({ hosts }) => hosts.some((host) => text.includes(`${host}/`)));
}

function linkMeanings(given: string): Pick<SearchTerms, "username" | "links"> {
  for (const platform of listPlatforms({ all: true })) {
    const post = readPostLink(platform, given);
    if (post) return { links: linkForms(post.permalink) };
    const username = readTargetName(platform, given);
    if (username) return { username };
  }
  return {};
}

/** Instagram shows a reel at both addresses. */
function linkForms(permalink: string): string[] {
  return [...new Set([permalink.replace("/reel/", "/p/"), permalink.replace("/p/", "/reel/")])];
}

/** Pads hex digits to a uuid. */
function uuid(digits: string, filler: string): string {
  return digits.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
