"use client";

import { createContext, useContext } from "react";
import { type ClaimSwitches, struckCents } from "@/lib/content/claims";

const ClaimsContext = createContext<ClaimSwitches>({});

/** Tells the purchase steps, which run in the browser, which claims the operator shows. */
export function ClaimsProvider({ claims, children }: { claims: ClaimSwitches; children: React.ReactNode }) {
  return <ClaimsContext value={claims}>{children}</ClaimsContext>;
}

/** The operator's switches, for findClaim. */
export function useClaims(): ClaimSwitches {
  return useContext(ClaimsContext);
}

/** The price to strike through beside `cents`; null where it is no more than that, or struck prices are off. */
export function useStruckCents(cents: number, originalCents: number): number | null {
  const struck = struckCents(originalCents, useClaims());
  return struck !== undefined && struck > cents ? struck : null;
}
