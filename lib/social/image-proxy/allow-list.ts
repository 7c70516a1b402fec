/** The image hosts of Instagram and TikTok, as counted in the vendors' answers. */
const suffixes = [
  ".cdninstagram.com",
  ".fbcdn.net",
  ".tiktokcdn.com",
  ".tiktokcdn-us.com",
  ".tiktokcdn-eu.com",
] as const;

const maxLength = 3_072;

/**
 * The address as one the proxy may fetch from, or null: https on its usual port, no credentials, a name (never a
 * number) under one of the platforms' image domains. `extraHosts` (`host:port`, for emulators) may be fetched over
 * plain http and nothing else. Run it on every redirect too.
 */
export function parseImageUrl(text: string, extraHosts: readonly string[]): URL | null {
  if (text.length > maxLength || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  if (url.protocol === "http:" && extraHosts.includes(url.host)) return url;
  const isAllowed = url.protocol === "https:" && url.port === "" && isPlatformHost(url.hostname);
  return isAllowed ? url : null;
}

// The leading dot is the label boundary: evilfbcdn.net is somebody else's. URL has lower-cased and decoded the name.
function isPlatformHost(hostname: string): boolean {
  return suffixes.some((suffix) => hostname.endsWith(suffix) && hostname.length > suffix.length);
}

/**
 * What a picture is kept under. Signatures and the names of delivery hosts rotate while the picture stays, so only
 * the path counts, and Instagram's `stp`, which names the crop. An emulator's whole address counts.
 */
export function imageKey(url: URL): string {
  switch (platformOfHost(url.hostname)) {
    case "instagram":
      return `instagram:${url.pathname}?stp=${url.searchParams.get("stp") ?? ""}`;
    case "tiktok":
      return `tiktok:${url.pathname}`;
    default:
      return url.href;
  }
}

/** Whose picture it is, judged by the host; null for an emulator's. */
export function platformOfHost(hostname: string): "instagram" | "tiktok" | null {
  if (!isPlatformHost(hostname)) return null;
  return hostname.includes(".tiktokcdn") ? "tiktok" : "instagram";
}
