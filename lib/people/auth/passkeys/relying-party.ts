import { isIP } from "node:net";
import type { ShopIdentity } from "@/lib/base/env/env";

/** The party that passkeys belong to: the shop's domain (`id`), its name and its origin. */
export type RelyingParty = { id: string; name: string; origin: string };

/**
 * The shop as a relying party, or null: browsers make no passkey for an IP address, such as a local shop's. That one is
 * also at `localhost`, which is a name.
 */
export function relyingParty({ origin, name }: Pick<ShopIdentity, "origin" | "name">): RelyingParty | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, name, origin };
}
