"use client";

import { createContext, useContext } from "react";
import type { ClaimSwitches } from "@/lib/content/claims";

const ClaimsContext = createContext<ClaimSwitches>({});

/** Gives the client components of the purchase steps the claims that are shown. */
export function ClaimsProvider({ claims, children }: { claims: ClaimSwitches; children: React.ReactNode }) {
  return <ClaimsContext value={claims}>{children}</ClaimsContext>;
}

/** The claims that are shown, for findClaim. */
export function useClaims(): ClaimSwitches {
  return useContext(ClaimsContext);
}
