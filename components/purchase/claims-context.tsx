"use client";

import { createContext, useContext } from "react";
import { type ClaimSwitches, struckCents } from "@/lib/content/claims";

const ClaimsContext = createContext<ClaimSwitches>({});

/** Gives the client components of the purchase steps the operator's claim switches. */
export function ClaimsProvider({ claims, children }: { claims: ClaimSwitches; children: React.ReactNode }) {
  return <ClaimsContext value={claims}>{children}</ClaimsContext>;
}

/** The operator's switches, for findClaim. */
export function useClaims(): ClaimSwitches {
  return useContext(ClaimsContext);
}

/** The struck price beside `cents`; null when it is not higher, or when struck prices are off. */
export function useStruckCents(cents: number, originalCents: number): number | null {
  const struck = struckCents(originalCents, useClaims());
  return struck !== undefined && struck > cents ? struck : null;
}
