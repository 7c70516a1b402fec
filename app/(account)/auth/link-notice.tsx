"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { readLinkHash } from "./read-link-hash";

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
  return (
    <Alert variant="success" title={notices[notice].title}>
      {notices[notice].detail}
    </Alert>
  );
}
