import type { SocialDataProvider } from "@/lib/delivery/social/provider";
import { adapters } from "./adapters";
import { openClient } from "./client";

type ScrapeCreatorsOptions = {
  baseUrl: string;
  apiKey: string;
  timeoutMs: number;
  searchTimeoutMs: number;
};

/**
 * Profiles and posts of all platforms from ScrapeCreators, one credit per call. Each method has one deadline for all its
 * calls.
 */
export function openScrapeCreators(options: ScrapeCreatorsOptions): SocialDataProvider {
  const ask = openClient(options);
  return {
    lookupProfile: async (adapter, username) => {
      const { path, read } = adapters[adapter].profile;
      const asked = username.includes("/") ? { url: username } : { handle: username };
      return read(await ask(path, asked, AbortSignal.timeout(options.timeoutMs)), username);
    },
    searchProfiles: async (adapter, query) => {
      const { path, params, read } = adapters[adapter].search;
      return read(await ask(path, { ...params, query }, AbortSignal.timeout(options.searchTimeoutMs)));
    },
    listPosts: (adapter, username, wanted) =>
      adapters[adapter].listPosts(ask, username, wanted, AbortSignal.timeout(options.timeoutMs)),
  };
}
