"use client";

import { useEffect, useState } from "react";
import { Alert, AlertTitle } from "@/components/ui/alert";

/**
 * Says once that the address is verified, when the page was reached from the link in the mail: by `?verified=1`, or by
 * a hash with `type=signup` and an access token. Both then leave the address bar.
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
    <Alert variant="success">
      <AlertTitle>Email successfully verified</AlertTitle>
      <p>Your account is now fully activated.</p>
    </Alert>
  );
}

/** True for the hash that a link of a sign-up mail ends with. */
export function isSignUpHash(hash: string): boolean {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return parts.get("type") === "signup" && Boolean(parts.get("access_token"));
}
