import { isList } from "@/lib/shop/catalog/catalog";
import type { PlatformView, ServiceView } from "@/lib/shop/catalog/platform-view";
import { waitMessage } from "./call-function";
import type { LookupState, Verification } from "./username-lookup";

type Field = Pick<PlatformView, "label"> & Partial<Pick<ServiceView, "target">>;

/** What the field for an order's account is called, or its list's. */
export function usernameLabel(
  { label }: Pick<PlatformView, "label">,
  { target }: Pick<ServiceView, "target">,
): string {
  return isList(target) ? `${label} link` : `${label} username`;
}

/** For a link of anything else. */
export const noProfileLink =
  "This is not the link of a profile. Please type the username, or paste the profile's link.";

/** The open list with its note, or a message, under the username. The list never covers the message. */
type BelowUsername = { isListShown: boolean; note: string | null; message: string | null };

/** `isOpen`: the field has the focus and its list was not closed. `formError` is the form's own: the name is missing. */
export function belowUsername(
  field: Field,
  { verification, search, isChosen }: LookupState,
  isOpen: boolean,
  formError?: string,
): BelowUsername {
  const isSearching = isOpen && !isChosen && search.kind !== "idle";
  // An unfinished name is not an error while it is typed.
  const isUnfinished = isOpen && !isChosen && verification.kind === "unusable";
  const message = formError ?? (isUnfinished ? null : usernameProblem(field, verification));
  const isListShown =
    isSearching &&
    (search.kind === "matches"
      ? verification.kind !== "private"
      : message === null && verification.kind !== "verified");
  if (!isListShown) return { isListShown, note: null, message };
  const isMissing = search.kind === "matches" && verification.kind === "not_found";
  const note = isMissing
    ? `No account is called exactly "@${verification.username}". Choose one of these or finish the name.`
    : null;
  return { isListShown, note, message: null };
}

/** The message for a name that may not continue, or null. */
export function usernameProblem(
  { label, target = "profile" }: Field,
  verification: Verification,
): string | null {
  switch (verification.kind) {
    case "not_found":
      return `Account ${quoted(verification.username)} does not exist. Please check the spelling and try again.`;
    case "unusable":
      if (isList(target))
        return `This is not the link of a list. Please open the list on ${label}, copy its address and paste it here.`;
      if (verification.username.includes("/")) return noProfileLink;
      return `Unable to find ${label} account "@${verification.username}". Please verify the username and try again.`;
    case "failed": {
      const { code, message, retryAfterSeconds: wait } = verification.error;
      // Without a connection the name may be right after all.
      const why = wait ? waitMessage(wait) : code === "network" ? message : "";
      return `${couldNotVerify(verification.username)} ${why}`.trim();
    }
    case "private":
      return couldNotVerify(verification.profile.username);
    default:
      return null;
  }
}

/** A name, or the link of an account by its id. */
function quoted(username: string): string {
  return `"${username.includes("/") ? "" : "@"}${username}"`;
}

function couldNotVerify(username: string): string {
  return `Could not verify ${quoted(username)}. Please ensure the username is correct and the account is public.`;
}
