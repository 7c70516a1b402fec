import { z } from "zod";
import { invalidField } from "@/lib/base/errors";
import { hour } from "@/lib/base/time/time";
import { minNameLength, normalizeUsername } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { cachedAnswer, findCached } from "./cached-answer";
import { profileKey, proxiedImage } from "./lookup-profile";
import { profileResultSchema, type SearchHit, searchHitSchema } from "./social-data";
import { adapterOf, type SocialDeps } from "./social-deps";

export const maxMatches = 5;
const maxQueryLength = 60;

/**
 * Up to five accounts for a typed name or part of one, names that begin with it first. An account recently looked up by
 * exactly this name is included even if the provider's search misses it. None where nothing can be looked up. Errors: invalid_input,
 * lookup_unavailable.
 */
export async function searchProfiles(deps: SocialDeps, platform: string, text: string): Promise<SearchHit[]> {
  const query = requireQuery(platform, text);
  const { provider } = deps;
  const adapter = adapterOf(deps, platform);
  if (!provider || !adapter) return [];
  const { hits } = await cachedAnswer(
    { ...deps, provider },
    {
      key: `search:${platform}:${query}`,
      schema: z.object({ hits: z.array(searchHitSchema) }),
      freshMs: () => hour,
      ask: async () => {
        const found = await provider.searchProfiles(adapter, query);
        return { hits: found.filter(({ username }) => normalizeUsername(getPlatform(platform), username)) };
      },
      unavailable: "We could not search right now. Please try again in a moment.",
    },
  );
  const ranked = rankHits(hits, query);
  const isListed = ranked.some((hit) => hit.username === query);
  const known =
    isListed || !normalizeUsername(getPlatform(platform), query)
      ? null
      : await findKnown(deps, platform, query);
  return (known ? [known, ...ranked] : ranked).slice(0, maxMatches).map((hit) => ({
    ...hit,
    profile_picture_url: proxiedImage(hit.profile_picture_url, hit.full_name || hit.username),
  }));
}

/** The exact name first, then names that begin with the query, then the provider's own order; each name once. */
export function rankHits(hits: SearchHit[], query: string): SearchHit[] {
  const prefix = query.replaceAll(" ", "");
  const rank = ({ username }: SearchHit) => (username === prefix ? 0 : username.startsWith(prefix) ? 1 : 2);
  const unique = hits.filter(
    (hit, index) => hits.findIndex(({ username }) => username === hit.username) === index,
  );
  return unique.toSorted((a, b) => rank(a) - rank(b));
}

/** A search's normalised spelling, without control and formatting characters. Errors: invalid_input. */
function requireQuery(platform: string, text: string): string {
  const typed = text.trim().replace(/^@/, "").replaceAll(/ +/g, " ").toLowerCase();
  const query = normalizeUsername(getPlatform(platform), text) ?? typed;
  if (query.length >= minNameLength && query.length <= maxQueryLength && !/[\p{C}/]/u.test(query))
    return query;
  throw invalidField(
    "username",
    query.length < minNameLength
      ? `Please type at least ${minNameLength} characters.`
      : "This username is not valid. Please check and try again.",
  );
}

async function findKnown(deps: SocialDeps, platform: string, name: string): Promise<SearchHit | null> {
  const cached = await findCached(deps, profileKey(platform, name), profileResultSchema);
  return cached?.answer.exists ? searchHitSchema.parse(cached.answer) : null;
}
