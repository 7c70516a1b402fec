export type LinkHash = { kind: "verified" } | { kind: "error"; reason: string };

const maxReasonLength = 200;
const unknownReason = "The link could not be used.";

/**
 * Reads a verification link's hash: `#type=signup&access_token=…` for success, `#error=…&error_description=…` for a
 * failure. Null for any other. The reason comes from the address: show it as text only.
 */
export function readLinkHash(hash: string): LinkHash | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  if (params.has("error")) {
    const reason = params.get("error_description")?.trim().slice(0, maxReasonLength) || unknownReason;
    return { kind: "error", reason: /[.!?]$/.test(reason) ? reason : `${reason}.` };
  }
  return params.get("type") === "signup" && params.get("access_token") ? { kind: "verified" } : null;
}
