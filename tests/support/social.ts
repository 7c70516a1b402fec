import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Emulator } from "@/lib/local/emulator";
import { startSocial } from "@/lib/local/social/start";
import { withBreaker } from "@/lib/social/breaker";
import { openScrapeCreators } from "@/lib/social/scrapecreators/open-scrapecreators";
import type { SocialDeps } from "@/lib/social/social-deps";
import { addMs } from "@/lib/time";
import type { TestDatabase } from "./database";

/** The moment at which tests of the social cache begin. */
export const start = new Date("2026-11-21T12:00:00Z");

/** The same process at a later moment. */
export const later = (deps: SocialDeps, ms: number): SocialDeps => ({ ...deps, now: addMs(start, ms) });

export type Faults = "429" | "402" | "500" | "hang" | "badjson";

/**
 * The social emulator for one test file, and before each test an empty cache and an empty list of calls. Call it at
 * the top of the file; use what it returns inside tests only.
 */
export function useSocial(database: { readonly current: TestDatabase }) {
  let emulator: Emulator | undefined;
  const url = () => {
    if (!emulator) throw new Error("the emulator exists inside tests only");
    return emulator.url;
  };
  const control = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${url()}/_control${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
  };
  beforeAll(async () => {
    emulator = await startSocial({ port: 0 });
  });
  afterAll(() => emulator?.close());
  beforeEach(async () => {
    await database.current.db.socialCache.deleteMany();
    await control("/reset", {});
  });

  return {
    get url() {
      return url();
    },
    /** A freshly started process's dependencies: nothing in progress, the breaker closed. */
    process(timeoutMs = 5_000): SocialDeps {
      const provider = openScrapeCreators({
        baseUrl: url(),
        apiKey: "test-key",
        timeoutMs,
        searchTimeoutMs: timeoutMs,
      });
      return { db: database.current.db, provider: withBreaker(provider), now: start };
    },
    /** What the next calls of the vendor's answer with, one each. */
    faults: (...names: Faults[]) => control("", { faults: names }),
    /** Every call so far, as `path name`. */
    async calls(): Promise<string[]> {
      const snapshot: { calls: { path: string; query: Record<string, string> }[] } = await (
        await fetch(`${url()}/_control`)
      ).json();
      return snapshot.calls.map(({ path, query }) => `${path} ${query.handle ?? query.query ?? ""}`);
    },
  };
}
