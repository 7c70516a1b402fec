import { AppError } from "@/lib/errors";
import { normalizeUsername, type Platform } from "@/lib/platforms";

/** Shorter names are never looked up. */
export const minNameLength = 2;

/** A name's normalised spelling. Errors: invalid_username. */
export function requireUsername(platform: Platform, username: string): string {
  const name = normalizeUsername(platform, username);
  if (name && name.length >= minNameLength) return name;
  const message = "This username is not valid. Please check and try again.";
  throw new AppError("invalid_username", { userMessage: message, fieldErrors: { username: message } });
}
