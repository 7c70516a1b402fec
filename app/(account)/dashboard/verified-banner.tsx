"use client";

import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";

/**
 * Confirms once that the address is verified, after `?verified=1` or a hash with `type=signup` and an access token.
 * Both are removed from the address.
 */
export function VerifiedBanner({ isVerified }: { isVerified: boolean }) {
  const [isShown, setIsShown] = useState(isVerified);

  useEffect(() => {
    const address = new URL(window.location.href);
    const isFromHash = isSignUpHash(address.hash);
    if (isFromHash) {
      setIsShown(true);
      address.hash = "";
    }
    if (!isFromHash && !address.searchParams.has("verified")) return;
    address.searchParams.delete("verified");
    window.history.replaceState(null, "", address);
  }, []);

  if (!isShown) return null;
  return (
    <Alert variant="success" title="Email successfully verified">
      <p>Your account is now fully activated.</p>
    </Alert>
  );
}

/** True for the hash of a sign-up link. */
export function isSignUpHash(hash: string): boolean {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return parts.get("type") === "signup" && Boolean(parts.get("access_token"));
}
