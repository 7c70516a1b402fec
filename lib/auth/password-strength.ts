import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { getShop } from "@/lib/env";
import { AppError } from "@/lib/errors";
import {
  maxPasswordLength,
  minAdminPasswordLength,
  minPasswordLength,
  normalizePassword,
} from "./password-length";

/** Whose password it is to be. */
export type PasswordOwner = { email: string; isAdmin: boolean };

/**
 * How many guesses a password must withstand, as zxcvbn estimates them. A customer's must not be weaker than six random
 * characters, the shortest that is allowed; an administrator's must last against a stolen database for a while.
 */
const minGuesses = { customer: 1e6, admin: 1e8 };

/**
 * The estimate takes time that grows faster than the password does, up to seconds for 256 characters, on the thread
 * that answers every visitor. A beginning that is hard enough to guess is enough; one that is not is refused.
 */
const ratedCharacters = 24;

/** What is wrong with a new password, and what to do about it, as one message; null when it may be used. */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<string | null> {
  const characters = [...normalizePassword(password)];
  const minLength = owner.isAdmin ? minAdminPasswordLength : minPasswordLength;
  if (characters.length < minLength) return `Use at least ${minLength} characters.`;
  if (characters.length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`;
  estimator ??= loadEstimator();
  const rated = characters.slice(0, ratedCharacters).join("");
  const { guesses, feedback } = (await estimator).check(rated, wordsAbout(owner.email));
  if (guesses >= (owner.isAdmin ? minGuesses.admin : minGuesses.customer)) return null;
  const reason = feedback.warning ?? "This password is easy to guess.";
  return `${reason} Add a word or two that nobody would expect, or let your password manager choose one.`;
}

/**
 * Makes sure that a password may become the owner's. Errors: invalid_input at `field`, with the reason and what to do
 * about it.
 */
export async function requireGoodPassword(
  password: string,
  owner: PasswordOwner,
  field = "password",
): Promise<void> {
  const problem = await passwordProblem(password, owner);
  if (problem)
    throw new AppError("invalid_input", { userMessage: problem, fieldErrors: { [field]: problem } });
}

/** What a guesser would try first for this account: its address, the parts of it, and the shop's name. */
function wordsAbout(email: string): string[] {
  const words = [email, ...email.split(/[@.]/), ...email.split("@"), ...email.split(/[^\p{L}\p{N}]+/u)];
  return [...words, getShop().name].filter((word) => word.length > 2);
}

// Some 25 MB of dictionaries: loaded with the first new password, never in a process that sees none.
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
    // Its default of a hundred ways to read "p4ssw0rd" costs ten times as much and finds no more of them.
    l33tMaxSubstitutions: 10,
  });
}
