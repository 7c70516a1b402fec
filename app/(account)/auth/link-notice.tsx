"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";

export type LinkNoticeKind = "verified" | "reset";

const notices: Record<LinkNoticeKind, { title: string; detail: string }> = {
  verified: { title: "Email successfully verified", detail: "Your account is now fully activated." },
  reset: { title: "Your password was changed", detail: "Please sign in with the new one." },
};

/**
 * The result of a mail's link: from the server (`known`) or from the address's hash, which is then cleared. An error
 * shows its reason and how to get a new link.
 */
export function LinkNotice({ known }: { known: LinkNoticeKind | null }) {
  const [notice, setNotice] = useState(known);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const found = readLinkHash(window.location.hash);
    if (!found) return;
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
    if (found.kind === "error") setProblem(found.reason);
    else setNotice("verified");
  }, []);
  if (problem !== null) {
    return (
      <Alert variant="destructive" title="Verification Error">
        {problem} Sign up again with the same address to get a new link.
      </Alert>
    );
  }
  if (!notice) return null;
  return <NoticeAlert kind={notice} />;
}

/** The confirmation after a mail's link has worked. */
export function NoticeAlert({ kind }: { kind: LinkNoticeKind }) {
  return (
    <Alert variant="success" title={notices[kind].title}>
      {notices[kind].detail}
    </Alert>
  );
}

type LinkHash = { kind: "verified" } | { kind: "error"; reason: string };

const reasons = new Map([
  ["otp_expired", "The link has expired or was already used."],
  ["access_denied", "The link is no longer valid."],
]);
const unknownReason = "The link could not be used.";

/**
 * Reads a verification link's hash: `#type=signup&access_token=…` for success, `#error=…&error_code=…` for a failure. Null
 * for any other. The words are the shop's: anybody can write a description into a link.
 */
export function readLinkHash(hash: string): LinkHash | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  if (params.has("error")) {
    const known = ["error_code", "error"].map((name) => reasons.get(params.get(name) ?? ""));
    return { kind: "error", reason: known.find(Boolean) ?? unknownReason };
  }
  return params.get("type") === "signup" && params.get("access_token") ? { kind: "verified" } : null;
}
