import { type AdapterName, adapters as names } from "@/lib/shop/catalog/document";
import { instagram } from "./instagram";
import { tiktok } from "./tiktok";
import type { PlatformApi } from "./wire";
import { youtube } from "./youtube";

/** The adapters, by the names that platforms have them under. */
export const adapters: Record<AdapterName, PlatformApi> = { instagram, tiktok, youtube };

/** The adapter whose pictures come from a host; null for every other host. */
export function adapterOfHost(hostname: string): AdapterName | null {
  // The leading dot is the label boundary: evilfbcdn.net is not fbcdn.net. URL has lower-cased and decoded the name.
  const isUnder = (domain: string) => hostname.endsWith(domain) && hostname.length > domain.length;
  const isOf = (host: string) => (host.startsWith(".") ? isUnder(host) : hostname === host);
  return names.find((name) => adapters[name].pictures.hosts.some(isOf)) ?? null;
}
