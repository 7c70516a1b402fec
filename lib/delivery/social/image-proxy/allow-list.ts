import { type Platform, platforms } from "@/lib/shop/catalog/platforms";

/** The platforms' image hosts, as seen in the vendor's answers. */
const suffixes: Record<Platform, readonly string[]> = {
  instagram: [".cdninstagram.com", ".fbcdn.net"],
  tiktok: [".tiktokcdn.com", ".tiktokcdn-us.com", ".tiktokcdn-eu.com"],
};

const maxLength = 3_072;

/**
 * The address if the proxy may fetch it, else null: https on its default port, no credentials, a name (never an IP
 * address) under one of the platforms' image domains. `extraHosts` (`host:port`, for emulators) are fetched over plain
 * http only. Check every redirect with it too.
 */
export function parseImageUrl(text: string, extraHosts: readonly string[]): URL | null {
  if (text.length > maxLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  if (url.protocol === "http:" && extraHosts.includes(url.host)) return url;
  const isAllowed = url.protocol === "https:" && url.port === "" && platformOfHost(url.hostname) !== null;
  return isAllowed ? url : null;
}

/**
 * A picture's cache key. Signatures and delivery hosts rotate while the picture stays, so only the path counts, and
 * Instagram's `stp`, which names the crop. For an emulator, the whole address.
 */
export function imageKey(url: URL): string {
  switch (platformOfHost(url.hostname)) {
    case "instagram":
      return `instagram:${url.pathname}?stp=${url.searchParams.get("stp") ?? ""}`;
    case "tiktok":
      return `tiktok:${url.pathname}`;
    case null:
      return url.href;
  }
}

/** The picture's platform, by its host; null for an emulator. */
export function platformOfHost(hostname: string): Platform | null {
  // The leading dot is the label boundary: evilfbcdn.net is not fbcdn.net. URL has lower-cased and decoded the name.
  const isUnder = (suffix: string) => hostname.endsWith(suffix) && hostname.length > suffix.length;
  return platforms.find((platform) => suffixes[platform].some(isUnder)) ?? null;
}
