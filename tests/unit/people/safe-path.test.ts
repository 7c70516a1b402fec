import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { adminPath, adminSignInPath, safePath, signInPath } from "@/lib/people/auth/safe-path";
import { anyText } from "../../support/bad-rows";

describe("the path to go on to", () => {
  it.each([
    "/orders",
    "/orders?page=2#top",
    "/dashboard?x=%2F%20y",
    "/instagram/details/likes?package=likes-50",
  ])("may be our own: %s", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "%2f%2fevil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "/\t/evil.example",
    "/%09/evil.example",
    "/.//evil.example",
    "/orders/..//evil.example",
    "/%2e//evil.example",
    "/\n/evil.example",
    " /orders",
    "orders",
    "",
    "/%E0%A4%A",
    undefined,
    null,
    ["/orders"],
  ])("is the dashboard instead of %j", (wanted) => {
    expect(safePath(wanted)).toBe("/dashboard");
  });

  it("is the dashboard instead of a path of 3,000 characters", () =>
    expect(safePath(`/${"a".repeat(3_000)}`)).toBe("/dashboard"));

  it("never leads off our host, for any input", () => {
    const anything = fc.oneof(fc.string(), anyText);
    fc.assert(
      fc.property(anything, fc.constantFrom("", "/", "//", "/\\", "/%2f"), (rest, start) => {
        const path = safePath(start + rest);
        expect(new URL(path, "https://shop.example").origin).toBe("https://shop.example");
      }),
    );
  });

  it("is unchanged by the way through the sign-in page", () => {
    const path = "/orders?page=2&q=a b";
    const next = new URL(signInPath(path), "https://shop.example").searchParams.get("next");
    expect(next).toBe(path);
  });
});

describe("the admin page to go on to", () => {
  it.each([
    ["/admin/orders/1?x=2", "/admin/orders/1?x=2"],
    ["/admin?tab=tickets", "/admin?tab=tickets"],
    ["/admin", "/admin"],
    ["/admin-auth", "/admin"],
    ["/administrators", "/admin"],
    ["/dashboard", "/admin"],
    ["//evil.example/admin", "/admin"],
    ["/admin/..//evil.example", "/admin"],
    [undefined, "/admin"],
  ])("of %s is %s", (wanted, path) => expect(adminPath(wanted)).toBe(path));

  it("is in the sign-in page's address, unless it is the first one", () => {
    expect(adminSignInPath("/admin/now?a=b")).toBe("/admin-auth?next=%2Fadmin%2Fnow%3Fa%3Db");
    expect(adminSignInPath("/admin")).toBe("/admin-auth");
    expect(adminSignInPath("https://evil.example")).toBe("/admin-auth");
  });
});
