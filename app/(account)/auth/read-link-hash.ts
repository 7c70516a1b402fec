export type LinkHash = { kind: "verified" } | { kind: "error"; reason: string };

const maxReasonLength = 200;
const unknownReason = "The link could not be used.";

/**
 * What an address's hash says about a verification link: `#type=signup&access_token=…` that it was followed,
 * `#error=…&error_description=…` why it failed. Null for any other. The reason is text of the address: shown as text.
 */
export function readLinkHash(hash: string): LinkHash | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  if (params.has("error")) {
    const reason = params.get("error_description")?.trim().slice(0, maxReasonLength) || unknownReason;
    return { kind: "error", reason: /[.!?]$/.test(reason) ? reason : `${reason}.` };
  }
  return params.get("type") === "signup" && params.has("access_token") ? { kind: "verified" } : null;
}
