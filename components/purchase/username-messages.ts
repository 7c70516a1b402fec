import { type Platform, platformLabels } from "@/lib/platforms";
import { waitMessage } from "./call-function";
import type { Verification } from "./username-lookup";

/** The message for a name that may not continue, or null. */
export function usernameProblem(platform: Platform, verification: Verification): string | null {
  switch (verification.kind) {
    case "not_found":
      return `Account "@${verification.username}" does not exist. Please check the spelling and try again.`;
    case "unusable":
      return `Unable to find ${platformLabels[platform]} account "@${verification.username}". Please verify the username and try again.`;
    case "failed": {
      const wait = verification.error.retryAfterSeconds;
      return `${couldNotVerify(verification.username)}${wait ? ` ${waitMessage(wait)}` : ""}`;
    }
    case "private":
      return couldNotVerify(verification.profile.username);
    default:
      return null;
  }
}

function couldNotVerify(username: string): string {
  return `Could not verify "@${username}". Please ensure the username is correct and the account is public.`;
}
