import { describe, expect, it, vi } from "vitest";
import { withBreaker } from "@/lib/delivery/social/breaker";
import { ProviderError, type SocialDataProvider } from "@/lib/delivery/social/provider";

function broken(fail: () => Error) {
  const call = vi.fn(() => Promise.reject(fail()));
  let now = 0;
  const provider: SocialDataProvider = { lookupProfile: call, searchProfiles: call, listPosts: call };
  const guarded = withBreaker(provider, { rateLimitedMs: 30_000, refusedMs: 900_000 }, () => now);
  const lookup = () => guarded.lookupProfile("instagram", "a");
  return { call, guarded, lookup, at: (time: number) => (now = time) };
}

describe("a provider behind the breaker", () => {
  it.each([
    ["rate_limited", 30],
    ["no_credits", 900],
    ["bad_key", 900],
  ] as const)("that answers %s is left alone for %i seconds, whatever is asked", async (kind, seconds) => {
    const { call, guarded, lookup, at } = broken(() => new ProviderError(kind, "refused"));
    await expect(lookup()).rejects.toMatchObject({ kind, retryAfterSeconds: seconds });
    at(seconds * 1_000 - 1_500);
    await expect(guarded.searchProfiles("tiktok", "b")).rejects.toMatchObject({ kind, retryAfterSeconds: 2 });
    expect(call).toHaveBeenCalledTimes(1);
    at(seconds * 1_000);
    await expect(lookup()).rejects.toMatchObject({ kind });
    expect(call).toHaveBeenCalledTimes(2);
  });

  it("is not asked for as long as it requests, up to a limit", async () => {
    const short = broken(() => new ProviderError("rate_limited", "refused", { retryAfterSeconds: 3 }));
    await expect(short.lookup()).rejects.toMatchObject({ retryAfterSeconds: 3 });
    const long = broken(() => new ProviderError("rate_limited", "refused", { retryAfterSeconds: 1e9 }));
    await expect(long.lookup()).rejects.toMatchObject({ retryAfterSeconds: 900 });
  });

  it.each(["timeout", "network", "upstream", "bad_response"] as const)(
    "that failed with %s is asked again the next time",
    async (kind) => {
      const { call, lookup } = broken(() => new ProviderError(kind, "failed"));
      await expect(lookup()).rejects.toMatchObject({ kind });
      await expect(lookup()).rejects.toMatchObject({ kind });
      expect(call).toHaveBeenCalledTimes(2);
    },
  );

  it("passes our own errors on unchanged", async () => {
    const { lookup } = broken(() => new TypeError("a mistake"));
    await expect(lookup()).rejects.toThrow(TypeError);
  });
});
