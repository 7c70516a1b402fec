import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CallResult } from "@/components/purchase/call-function";
import type { ProfileAnswer, ProfileMatch } from "@/components/purchase/profile";
import { createUsernameLookup } from "@/components/purchase/username-lookup";
import { idLinks, type PlatformLinks } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import { profile } from "./profile-fixture";

function setUp(links: PlatformLinks = getPlatform("instagram")) {
  const asked: string[] = [];
  const answers: {
    lookUp: CallResult<ProfileAnswer>;
    search: CallResult<ProfileMatch[]>;
  } = { lookUp: { ok: true, data: { exists: true, profile } }, search: { ok: true, data: [profile] } };
  const signals: AbortSignal[] = [];
  const lookup = createUsernameLookup(links, {
    lookUp: async (username, signal) => {
      asked.push(`lookup ${username}`);
      signals.push(signal);
      return answers.lookUp;
    },
    search: async (query, signal) => {
      asked.push(`search ${query}`);
      signals.push(signal);
      return answers.search;
    },
  });
  const typeAndWait = async (text: string, ms: number) => {
    lookup.type(text);
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { lookup, asked, answers, signals, typeAndWait };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the username field", () => {
  it("searches 500 ms and verifies 1000 ms after the last letter", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    await typeAndWait("oc", 499);
    await typeAndWait("oce", 499);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["search oce"]);
    expect(lookup.getState().search).toMatchObject({ kind: "matches" });
    await vi.advanceTimersByTimeAsync(499);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(["search oce", "lookup oce"]);
    expect(lookup.getState().verification).toEqual({ kind: "verified", profile });
  });

  it("does not search for a link of anything but a profile", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    await typeAndWait("https://www.instagram.com/p/DAb_c-12345/", 5_000);
    expect(asked).toEqual([]);
    expect(lookup.getState()).toMatchObject({
      search: { kind: "empty" },
      verification: { kind: "unusable" },
    });
    await typeAndWait("https://www.instagram.com/ocean.photos/", 5_000);
    expect(asked).toEqual(["search ocean.photos", "lookup ocean.photos"]);
  });

  it("says of a kept link of anything but a profile what it said when it was typed", async () => {
    const { lookup, asked } = setUp();
    const username = "https://www.instagram.com/p/DAb_c-12345/";
    lookup.restore(username, null);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(lookup.getState().verification).toEqual({ kind: "unusable", username });
    expect(asked).toEqual([]);
  });

  it("looks up a link with an account's id, which becomes the account's name", async () => {
    const { lookup, asked, typeAndWait } = setUp({ ...getPlatform("instagram"), idLink: idLinks.youtube });
    const link = "https://www.youtube.com/channel/UCabcdefghij0123456789-_";
    await typeAndWait("m.youtube.com/channel/UCabcdefghij0123456789-_/videos?si=x", 5_000);
    expect(asked).toEqual([`lookup ${link}`]);
    lookup.leave();
    expect(lookup.getState().text).toBe(profile.username);
  });

  it("only verifies where nobody can search", async () => {
    const lookUp = async () => ({ ok: true, data: { exists: true, profile } }) as const;
    const lookup = createUsernameLookup(getPlatform("instagram"), { lookUp, search: null });
    lookup.type("ocean.photos");
    await vi.advanceTimersByTimeAsync(600);
    expect(lookup.getState()).toMatchObject({ search: { kind: "idle" }, isChosen: true });
    await vi.advanceTimersByTimeAsync(500);
    expect(lookup.getState().verification).toEqual({ kind: "verified", profile });
    lookup.clear();
    expect(lookup.getState().isChosen).toBe(true);
  });

  it("sends no request below two characters", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    await typeAndWait("o", 5_000);
    await typeAndWait(" @o ", 5_000);
    expect(asked).toEqual([]);
    expect(lookup.getState().verification).toEqual({ kind: "idle" });
  });

  it("ignores an answer that a new letter made stale", async () => {
    const { lookup, signals, typeAndWait } = setUp();
    await typeAndWait("ocean", 500);
    lookup.type("oceans");
    expect(signals[0]?.aborted).toBe(true);
    expect(lookup.getState().search).toEqual({ kind: "idle" });
  });

  it("verifies a chosen match at once and stops searching", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    await typeAndWait("oc", 500);
    lookup.choose(profile);
    expect(lookup.getState()).toMatchObject({
      text: "ocean.photos",
      isChosen: true,
      search: { kind: "idle" },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(lookup.getState().verification).toEqual({ kind: "verified", profile });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual(["search oc", "lookup ocean.photos"]);
  });

  it("drops the profile when a chosen name is edited, and verifies without searching", async () => {
    const { lookup, asked } = setUp();
    lookup.restore("ocean.photos", profile);
    lookup.type("ocean.photo");
    expect(lookup.getState()).toMatchObject({ isChosen: true, verification: { kind: "waiting" } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual(["lookup ocean.photo"]);
  });

  it("searches again after it was cleared or emptied", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    lookup.restore("ocean.photos", profile);
    lookup.type("");
    await typeAndWait("oc", 500);
    expect(asked).toEqual(["search oc"]);
    lookup.clear();
    expect(lookup.getState()).toMatchObject({ text: "", isChosen: false, verification: { kind: "idle" } });
  });

  it("treats a verified name as chosen when the field loses focus", async () => {
    const { lookup, typeAndWait } = setUp();
    await typeAndWait("@Ocean.Photos", 1_000);
    expect(lookup.getState()).toMatchObject({ text: "@Ocean.Photos", isChosen: false });
    lookup.leave();
    expect(lookup.getState()).toMatchObject({
      text: "ocean.photos",
      isChosen: true,
      search: { kind: "idle" },
    });
  });

  it("understands a pasted profile address", async () => {
    const { asked, typeAndWait } = setUp();
    await typeAndWait("https://www.instagram.com/Ocean.Photos/", 1_000);
    expect(asked).toEqual(["search ocean.photos", "lookup ocean.photos"]);
  });

  it("searches a full name but does not take it for a username", async () => {
    const { lookup, asked, typeAndWait } = setUp();
    await typeAndWait("Ocean Photos", 2_000);
    expect(asked).toEqual(["search Ocean Photos"]);
    expect(lookup.getState().verification).toEqual({ kind: "unusable", username: "Ocean Photos" });
  });

  it("distinguishes a missing account, a private one and a failing lookup", async () => {
    const { lookup, answers, typeAndWait } = setUp();
    answers.lookUp = { ok: true, data: { exists: false } };
    await typeAndWait("nobody", 1_000);
    expect(lookup.getState().verification).toEqual({ kind: "not_found", username: "nobody" });

    answers.lookUp = { ok: true, data: { exists: true, profile: { ...profile, isPrivate: true } } };
    await typeAndWait("closed", 1_000);
    expect(lookup.getState().verification.kind).toBe("private");

    answers.lookUp = { ok: false, error: { code: "lookup_unavailable", message: "Later." } };
    await typeAndWait("someone", 1_000);
    expect(lookup.getState().verification).toMatchObject({ kind: "failed", username: "someone" });
    expect(lookup.trustTyped()).toBe(true);
    expect(lookup.getState()).toMatchObject({
      isChosen: true,
      verification: { kind: "verified", profile: { username: "someone", followersCount: null } },
    });
    expect(lookup.trustTyped()).toBe(false);

    answers.lookUp = { ok: true, data: { exists: true, profile } };
    lookup.verifyNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(lookup.getState().verification.kind).toBe("verified");
  });

  it("treats a restored profile as verified, and checks a restored name without a profile", async () => {
    const { lookup, asked } = setUp();
    lookup.restore("ocean.photos", profile);
    expect(lookup.getState().verification.kind).toBe("verified");
    expect(asked).toEqual([]);
    lookup.restore("ocean.photos", null);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(["lookup ocean.photos"]);
  });

  it("sends nothing after it was disposed of", async () => {
    const { lookup, asked } = setUp();
    lookup.type("ocean");
    lookup.dispose();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(asked).toEqual([]);
  });
});
