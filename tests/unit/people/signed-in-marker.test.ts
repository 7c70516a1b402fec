import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { signedInCookies, signedInScript } from "@/components/layout/signed-in-script";
import { markerCookieName } from "@/lib/people/auth/session-cookies";

/** The mark that the script leaves on a document with these cookies. */
function markOf(cookie: string): string | undefined {
  const documentElement = { dataset: {} as { signedIn?: string } };
  runInNewContext(signedInScript, { document: { cookie, documentElement } });
  return documentElement.dataset.signedIn;
}

const signedInCookie = markerCookieName("local");

describe("the script before the first paint", () => {
  it("reads the cookie that is set with a session", () => {
    expect(signedInCookies).toEqual([markerCookieName("local"), markerCookieName("live")]);
    expect(markOf(`${markerCookieName("live")}=1`)).toBe("");
  });

  it.each([
    [`${signedInCookie}=1`, true],
    [`theme=dark; ${signedInCookie}=1; other=2`, true],
    ["", false],
    [`${signedInCookie}=`, false],
    [`${signedInCookie}=10`, false],
    [`not_${signedInCookie}=1`, false],
    [`other=${signedInCookie}=1`, false],
  ])("marks the document of a signed-in browser alone: %s", (cookie, isMarked) => {
    expect(markOf(cookie)).toBe(isMarked ? "" : undefined);
  });
});
