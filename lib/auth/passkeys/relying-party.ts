import { isIP } from "node:net";
import type { ShopIdentity } from "@/lib/env";

/** Who passkeys are made for: the shop's domain (`id`), its name as people see it, and where they are asked for. */
export type RelyingParty = { id: string; name: string; origin: string };

/**
 * The shop as passkeys know it, or null where there can be none: browsers make no passkey for a bare IP address, as a
 * local shop has (SHOP_ORIGIN=http://localhost:PORT gives it a name).
 */
export function relyingParty({ origin, name }: Pick<ShopIdentity, "origin" | "name">): RelyingParty | null {
  const { hostname } = new URL(origin);
  return isIP(hostname.replace(/^\[|\]$/g, "")) ? null : { id: hostname, name, origin };
}
