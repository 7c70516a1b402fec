import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { getShop } from "@/lib/base/env/env";
import { invalidField } from "@/lib/base/errors";
import {
  maxPasswordLength,
  minAdminPasswordLength,
  minPasswordLength,
  normalizePassword,
} from "./password-length";

export type PasswordAccount = { email: string; isAdmin: boolean };

/**
 * How many guesses a password must withstand by zxcvbn's estimate. For a customer, as many as six random characters,
 * the shortest length allowed; for an administrator, enough to slow down an attack on a stolen database.
 */
const minGuesses = { customer: 1e6, admin: 1e8 };

/**
 * The estimate's time grows faster than the password's length, up to seconds for 256 characters, on the main thread. So
 * only the beginning is rated: it must be strong enough by itself.
 */
const ratedCharacters = 24;

/** Names the problem of a new password and its remedy; null for a good one. */
export async function passwordProblem(password: string, account: PasswordAccount): Promise<string | null> {
  const characters = [...normalizePassword(password)];
  const minLength = account.isAdmin ? minAdminPasswordLength : minPasswordLength;
  if (characters.length < minLength) return `Use at least ${minLength} characters.`;
  if (characters.length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  estimator ??= loadEstimator();
  const rated = characters.slice(0, ratedCharacters).join("");
  const { guesses, feedback } = (await estimator).check(rated, wordsAbout(account.email));
  if (guesses >= (account.isAdmin ? minGuesses.admin : minGuesses.customer)) return null;
  const reason = feedback.warning ?? "This password is easy to guess.";
  return `${reason} Add an unusual word or two, or let your password manager choose one.`;
}

/** Refuses a weak password. Errors: invalid_input at `field`, with passwordProblem's message. */
export async function requireGoodPassword(
  password: string,
  account: PasswordAccount,
  field = "password",
): Promise<void> {
  const problem = await passwordProblem(password, account);
  if (problem) throw invalidField(field, problem);
}

/** An attacker's first guesses for this account: its address, the address's parts, and the shop's name. */
function wordsAbout(email: string): string[] {
  const words = [email, ...email.split(/[@.]/), ...email.split("@"), ...email.split(/[^\p{L}\p{N}]+/u)];
  return [...words, getShop().name].filter((word) => word.length > 2);
}

// 25 MB of dictionaries, loaded with the first new password.
let estimator: Promise<ZxcvbnFactory> | undefined;

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, common, english] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
    import("@zxcvbn-ts/language-en"),
  ]);
  const { warnings } = english.translations;
  return new Estimator({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: {
      ...english.translations,
      warnings: { ...warnings, userInputs: "It contains your email address or the name of this shop." },
    },
    // The default of 100 substitutions costs ten times as much and finds no more.
    l33tMaxSubstitutions: 10,
  });
}
