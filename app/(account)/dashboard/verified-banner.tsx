"use client";

import { useEffect, useState } from "react";
import { NoticeAlert, readLinkHash } from "@/app/(account)/auth/link-notice";

/**
 * Confirms once that the address is verified, after `?verified=1` or a hash with `type=signup` and an access token.
 * Both are removed from the address.
 */
export function VerifiedBanner({ isVerified }: { isVerified: boolean }) {
  const [isShown, setIsShown] = useState(isVerified);

  useEffect(() => {
    const address = new URL(window.location.href);
    const isFromHash = readLinkHash(address.hash)?.kind === "verified";
    if (isFromHash) {
      setIsShown(true);
      address.hash = "";
    }
    if (!isFromHash && !address.searchParams.has("verified")) return;
    address.searchParams.delete("verified");
    window.history.replaceState(null, "", address);
  }, []);

  return isShown ? <NoticeAlert kind="verified" /> : null;
}
