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
  it("is bound to https and this very host in live mode", () => {
    for (const cookie of own("live")) {
      expect(serializeCookie(cookie)).toMatch(/^__Host-shop_\w+=[^;]*; Path=\/; .*; Secure$/);
    }
    for (const { name, options } of Object.values(googleCookies("live"))) {
      expect(name).toMatch(/^__Host-shop_/);
      expect(options).toMatchObject({ secure: true, path: "/", httpOnly: true });
    }
    expect(cookieName("live", "shop_guest")).toBe("__Host-shop_guest");
  });

  it("works over plain http in local mode", () => {
    for (const cookie of own("local")) expect(serializeCookie(cookie)).not.toMatch(/__Host-|Secure/);
    for (const { name, options } of Object.values(googleCookies("local"))) {
      expect(name).not.toContain("__");
      expect(options.secure).toBe(false);
    }
  });
});
