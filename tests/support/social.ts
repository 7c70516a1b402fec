import { beforeEach } from "vitest";
import { addMs } from "@/lib/base/time/time";
import { withBreaker } from "@/lib/delivery/social/breaker";
import { openScrapeCreators } from "@/lib/delivery/social/scrapecreators/open-scrapecreators";
import type { ProviderDeps } from "@/lib/delivery/social/social-deps";
import { startSocial } from "@/lib/local/social/start";
import type { SocialFault } from "@/lib/local/social/state";
import type { TestDatabase } from "./database";
import { useEmulator } from "./emulator";

/** The time at which tests of the social cache begin. */
export const start = new Date("2026-11-21T12:00:00Z");

/** The same process at a later time. */
export const later = (deps: ProviderDeps, ms: number): ProviderDeps => ({ ...deps, now: addMs(start, ms) });

export type Faults = Exclude<SocialFault, "malformed">;

/** The shop's provider at a social emulator. */
export const providerAt = (baseUrl: string, timeoutMs = 30_000) =>
  openScrapeCreators({ baseUrl, apiKey: "test-key", timeoutMs, searchTimeoutMs: timeoutMs });

/**
 * The social emulator for one test file, and before each test an empty cache and an empty list of calls. Call it at
 * the top of the file; use what it returns inside tests only.
 */
export function useSocial(database: { readonly current: TestDatabase }) {
  const { url, control, view } = useEmulator(() => startSocial({ port: 0 }));
  beforeEach(async () => {
    await database.current.db.socialCache.deleteMany();
    await control("/reset");
  });

  return {
    get url() {
      return url();
    },
    /** A freshly started process's dependencies: nothing in progress, the breaker closed. */
    process(timeoutMs = 30_000): ProviderDeps {
      const provider = withBreaker(providerAt(url(), timeoutMs));
      return { db: database.current.db, provider, now: start };
    },
    /** Uses one of the emulator's controls. */
    control,
    /** The answers to the provider's next calls, one each. */
    faults: (...names: Faults[]) => control("", { faults: names }),
    /** Every call so far, as `path name`. */
    async calls(): Promise<string[]> {
      const { calls } = await view<{ calls: { path: string; query: Record<string, string> }[] }>();
      return calls.map(({ path, query }) => `${path} ${query.handle ?? query.query ?? ""}`);
    },
  };
}
