import { describe, expect, it } from "vitest";
import type { LookupState, Search, Verification } from "@/components/purchase/username-lookup";
import { belowUsername, usernameProblem } from "@/components/purchase/username-messages";
import { profile } from "./profile-fixture";

const typed = (verification: Verification, search: Search): LookupState => ({
  text: "warmcrumb",
  isChosen: false,
  verification,
  search,
});
const missing: Verification = { kind: "not_found", username: "warmcrumb" };
const failed: Verification = {
  kind: "failed",
  username: "warmcrumb",
  error: { code: "network", message: "" },
};
const matches: Search = { kind: "matches", matches: [profile] };
const noMatch: Search = { kind: "empty", query: "warmcrumb" };

describe("the area under a focused username", () => {
  it.each([
    ["a missing account without matches", missing, noMatch, /does not exist/],
    ["a failed lookup beside a failed search", failed, { kind: "failed" }, /Could not verify/],
    ["a private account", { kind: "private", profile }, matches, /Could not verify/],
  ] as [string, Verification, Search, RegExp][])(
    "is the error of %s, not the list",
    (_, verification, search, text) => {
      const below = belowUsername({ label: "Instagram" }, typed(verification, search), true);
      expect(below).toMatchObject({ isListShown: false, message: expect.stringMatching(text) });
    },
  );

  it("is the list while it has matches, and the list says that the typed name does not exist", () => {
    expect(belowUsername({ label: "Instagram" }, typed(missing, matches), true)).toEqual({
      isListShown: true,
      note: 'No account is called exactly "@warmcrumb". Choose one of these or finish the name.',
      message: null,
    });
  });

  it("is the list, without an error, while the name is unfinished", () => {
    const unfinished = typed({ kind: "unusable", username: "warm c" }, noMatch);
    expect(belowUsername({ label: "Instagram" }, unfinished, true)).toMatchObject({
      isListShown: true,
      message: null,
    });
  });

  it("is the error once the list is closed", () => {
    expect(belowUsername({ label: "Instagram" }, typed(missing, matches), false).message).toMatch(
      /does not exist/,
    );
    expect(belowUsername({ label: "Instagram" }, typed(missing, noMatch), false, "Missing").message).toBe(
      "Missing",
    );
  });
});

describe("the message under the username", () => {
  const error = { code: "lookup_unavailable", message: "" } as const;
  const cases: [Verification, string | null][] = [
    [{ kind: "idle" }, null],
    [{ kind: "waiting" }, null],
    [{ kind: "verifying" }, null],
    [
      {
        kind: "failed",
        username: "nobody",
        error: { code: "network", message: "We could not reach the shop." },
      },
      'Could not verify "@nobody". Please ensure the username is correct and the account is public. We could not reach the shop.',
    ],
    [
      { kind: "not_found", username: "nobody" },
      'Account "@nobody" does not exist. Please check the spelling and try again.',
    ],
    [
      { kind: "not_found", username: "https://www.youtube.com/channel/UCabcdefghij0123456789-_" },
      'Account "https://www.youtube.com/channel/UCabcdefghij0123456789-_" does not exist. Please check the spelling and try again.',
    ],
    [
      { kind: "unusable", username: "no body" },
      'Unable to find TikTok account "@no body". Please verify the username and try again.',
    ],
    [
      { kind: "unusable", username: "tiktok.com/@someone/live" },
      "This is not the link of a profile. Please type the username, or paste the profile's link.",
    ],
    [
      { kind: "failed", username: "someone", error },
      'Could not verify "@someone". Please ensure the username is correct and the account is public.',
    ],
    [
      { kind: "failed", username: "someone", error: { ...error, retryAfterSeconds: 5 } },
      'Could not verify "@someone". Please ensure the username is correct and the account is public. Please try again in 5 seconds.',
    ],
  ];
  it.each(cases)("for %j", (verification, message) => {
    expect(usernameProblem({ label: "TikTok" }, verification)).toBe(message);
  });

  it("asks for a list's link where that is what the order is for", () => {
    const typedName = { kind: "unusable", username: "chill" } as const;
    expect(usernameProblem({ label: "Spotify", target: "list" }, typedName)).toBe(
      "This is not the link of a list. Please open the list on Spotify, copy its address and paste it here.",
    );
  });
});
