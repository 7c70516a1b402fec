import { adapterOfHost, adapters } from "@/lib/delivery/social/scrapecreators/adapters";

const maxLength = 3_072;

/**
 * The address if the proxy may fetch it, else null: https on its default port, no credentials, a name (never an IP
 * address) under one of the adapters' image domains. `extraHosts` (`host:port`, for emulators) are fetched over plain
 * http only. Check every redirect with it too.
 */
export function parseImageUrl(text: string, extraHosts: readonly string[]): URL | null {
  if (text.length > maxLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  if (url.protocol === "http:" && extraHosts.includes(url.host)) return url;
  const isAllowed = url.protocol === "https:" && url.port === "" && adapterOfHost(url.hostname) !== null;
  return isAllowed ? url : null;
}

/** A picture's cache key; for an emulator, the whole address. */
export function imageKey(url: URL): string {
  const adapter = adapterOfHost(url.hostname);
  return adapter ? `${adapter}:${adapters[adapter].pictures.keyOf(url)}` : url.href;
}
