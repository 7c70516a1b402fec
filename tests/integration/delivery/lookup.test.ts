import { describe, expect, it } from "vitest";
import { hour, minute, second } from "@/lib/base/time/time";
import { defaultPauses, withBreaker } from "@/lib/delivery/social/breaker";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { searchProfiles } from "@/lib/delivery/social/search-profiles";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { emulatedPlatforms } from "@/lib/local/emulated";
import { codeOf, useDatabase } from "../../support/database";
import { type Faults, later, providerAt, useSocial } from "../../support/social";

const { database, db } = useDatabase();
const social = useSocial(database);
const unavailable = expect.objectContaining({ code: "lookup_unavailable" });
const asked = { instagram: "/v1/instagram/profile", tiktok: "/v1/tiktok/profile" };

describe.each(emulatedPlatforms)("a lookup on %s", (platform) => {
  it.each([
    ["demo_many", { exists: true, username: "demo_many", is_private: false }],
    ["demo_private", { exists: true, is_private: true }],
    ["demo_nocounts", { exists: true, following_count: null }],
    ["demo_slow", { exists: true }],
    ["demo_missing", { exists: false, username: "demo_missing" }],
    ["demo_husk", { exists: false, username: "demo_husk" }],
    ["nobody_of_this_name", { exists: false, username: "nobody_of_this_name" }],
  ])("finds out about %s", async (username, expected) => {
    await expect(lookupProfile(social.process(), platform, username)).resolves.toMatchObject(expected);
  });

  it("treats all spellings of a name as the same name", async () => {
    const deps = social.process();
    for (const spelling of ["@Demo_Many", " demo_many ", "DEMO_MANY"])
      await lookupProfile(deps, platform, spelling);
    expect(await social.calls()).toEqual([`${asked[platform]} demo_many`]);
  });

  it("refuses an impossible name without asking the provider", async () => {
    expect(await codeOf(lookupProfile(social.process(), platform, "../etc"))).toBe("invalid_username");
    expect(await social.calls()).toEqual([]);
  });

  it("costs one call for a hundred requests at once", async () => {
    const deps = social.process();
    const found = await Promise.all(
      Array.from({ length: 100 }, () => lookupProfile(deps, platform, "demo_many")),
    );
    expect(new Set(found.map((profile) => JSON.stringify(profile))).size).toBe(1);
    expect(await social.calls()).toHaveLength(1);
  });
});

const lookup = (deps: SocialDeps, username = "demo_many") => lookupProfile(deps, "instagram", username);

describe("the cache", () => {
  it.each([
    ["a profile", "demo_many", 15 * minute],
    ["a private profile", "demo_private", minute],
    ["a missing account", "demo_missing", 5 * minute],
  ])("remembers %s for its time and not longer", async (_what, username, freshMs) => {
    const deps = social.process();
    await lookup(deps, username);
    await lookup(later(deps, freshMs - second), username);
    expect(await social.calls()).toHaveLength(1);
    await lookup(later(deps, freshMs), username);
    expect(await social.calls()).toHaveLength(2);
  });

  it("is kept beyond the end of the process", async () => {
    const before = await lookup(social.process());
    expect(await lookup(social.process())).toEqual(before);
    expect(await social.calls()).toHaveLength(1);
  });

  it("replaces a failing provider for up to a day", async () => {
    const deps = social.process();
    const before = await lookup(deps);
    await social.faults("500", "500", "500", "500");
    await expect(lookup(later(deps, 24 * hour - second))).resolves.toEqual(before);
    await expect(lookup(later(deps, 24 * hour))).rejects.toEqual(unavailable);
  });

  it("asks the provider again when a cached answer can't be read", async () => {
    const deps = social.process();
    const before = await lookup(deps);
    await db().socialCache.updateMany({ data: { value: { exists: "yes" } } });
    await expect(lookup(deps)).resolves.toEqual(before);
    expect(await social.calls()).toHaveLength(2);
  });

  it("keeps platforms apart", async () => {
    const deps = social.process();
    await Promise.all(emulatedPlatforms.map((platform) => lookupProfile(deps, platform, "demo_many")));
    expect(await social.calls()).toHaveLength(2);
  });
});

describe("a provider that fails", () => {
  it.each<[string, Faults[]]>([
    ["500 twice", ["500", "500"]],
    ["429", ["429"]],
    ["402", ["402"]],
    ["a broken answer", ["badjson"]],
    ["no answer", ["hang"]],
  ])("with %s is never taken for a missing account, and nothing is remembered", async (_what, names) => {
    // Only an answer that never comes needs a short limit.
    const deps = social.process(names.includes("hang") ? 1_000 : undefined);
    await social.faults(...names);
    await expect(lookup(deps)).rejects.toMatchObject({
      code: "lookup_unavailable",
      userMessage:
        'Could not verify "@demo_many". Please ensure the username is correct and the account is public.',
    });
    expect(await db().socialCache.count()).toBe(0);
    expect(await social.calls()).toHaveLength(names.length);
  });

  it.each<[Faults, number]>([
    ["429", 1],
    ["402", 900],
  ])("with %s is left alone, while the cache goes on answering", async (name, retryAfterSeconds) => {
    // No time passes for the breaker, however slow the machine is.
    const deps = {
      ...social.process(),
      provider: withBreaker(providerAt(social.url), defaultPauses, () => 0),
    };
    await lookup(deps);
    await social.faults(name);
    await expect(lookup(deps, "demo_carousel")).rejects.toMatchObject({ retryAfterSeconds });
    await expect(lookup(deps, "demo_expired")).rejects.toEqual(unavailable);
    await expect(searchProfiles(deps, "tiktok", "wa")).rejects.toEqual(unavailable);
    await expect(lookup(later(deps, 20 * minute))).resolves.toMatchObject({ exists: true });
    expect(await social.calls()).toHaveLength(2);
  });
});
