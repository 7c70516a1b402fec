import { describe, expect, it } from "vitest";
import { googleCookies } from "@/lib/people/auth/google-cookies";
import {
  cookieName,
  deviceCookie,
  serializeCookie,
  signedInCookies,
  signedOutCookies,
  signUpCookie,
} from "@/lib/people/auth/session-cookies";

const own = (mode: "local" | "live") => [
  ...signedInCookies(mode, "x"),
  ...signedOutCookies(mode),
  deviceCookie(mode, "x"),
  signUpCookie(mode, "x"),
];

describe("every cookie", () => {
  it.each(own("live"))("$name is bound to https and this very host in live mode", (cookie) => {
    expect(serializeCookie(cookie)).toMatch(/^__Host-shop_\w+=[^;]*; Path=\/; .*; Secure$/);
  });

  it.each(Object.entries(googleCookies("live")))(
    "of Google's sign-in (%s) is bound to https and this very host in live mode",
    (_, { name, options }) => {
      expect(name).toMatch(/^__Host-shop_/);
      expect(options).toMatchObject({ secure: true, path: "/", httpOnly: true });
    },
  );

  it("of a guest is bound to this very host in live mode", () => {
    expect(cookieName("live", "shop_guest")).toBe("__Host-shop_guest");
  });

  it.each(own("local"))("$name works over plain http in local mode", (cookie) => {
    expect(serializeCookie(cookie)).not.toMatch(/__Host-|Secure/);
  });

  it.each(Object.entries(googleCookies("local")))(
    "of Google's sign-in (%s) works over plain http in local mode",
    (_, { name, options }) => {
      expect(name).not.toContain("__");
      expect(options.secure).toBe(false);
    },
  );
});
