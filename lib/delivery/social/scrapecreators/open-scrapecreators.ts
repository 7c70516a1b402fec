import type { SocialDataProvider } from "@/lib/delivery/social/provider";
import type { Platform } from "@/lib/shop/catalog/platforms";
import { openClient } from "./client";
import { instagram } from "./instagram";
import { tiktok } from "./tiktok";
import type { PlatformApi } from "./wire";

type ScrapeCreatorsOptions = {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  searchTimeoutMs: number;
};

const apis: Record<Platform, PlatformApi> = { instagram, tiktok };

/**
 * Profiles and posts of all platforms from ScrapeCreators, one credit per call. Each method has one deadline for all its
 * calls.
 */
export function openScrapeCreators(options: ScrapeCreatorsOptions): SocialDataProvider {
  const ask = openClient(options);
  return {
    lookupProfile: async (platform, username) => {
      const { path, read } = apis[platform].profile;
      return read(await ask(path, { handle: username }, AbortSignal.timeout(options.timeoutMs)), username);
    },
    searchProfiles: async (platform, query) => {
      const { path, read } = apis[platform].search;
      return read(await ask(path, { query }, AbortSignal.timeout(options.searchTimeoutMs)));
    },
    listPosts: (platform, username, wanted) =>
      apis[platform].listPosts(ask, username, wanted, AbortSignal.timeout(options.timeoutMs)),
  };
}
