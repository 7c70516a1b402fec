import { type AdapterName, adapters as names } from "@/lib/shop/catalog/document";
import { instagram } from "./instagram";
import { tiktok } from "./tiktok";
import type { PlatformApi } from "./wire";

/** The adapters, by the names that platforms have them under. */
export const adapters: Record<AdapterName, PlatformApi> = { instagram, tiktok };

/** The adapter whose pictures come from a host; null for every other host. */
export function adapterOfHost(hostname: string): AdapterName | null {
  // The leading dot is the label boundary: evilfbcdn.net is not fbcdn.net. URL has lower-cased and decoded the name.
  const isUnder = (suffix: string) => hostname.endsWith(suffix) && hostname.length > suffix.length;
  return names.find((name) => adapters[name].pictures.hosts.some(isUnder)) ?? null;
}
