import { describe, expect, it } from "vitest";
import { isCounted, pageViewPath, pageViewSchema } from "@/lib/shop/analytics/page-views";

const visit = {
  "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1",
  "sec-fetch-site": "same-origin",
};

describe("a view of a page", () => {
  it("counts when a browser shows one of our pages", () => {
    expect(isCounted(new Headers(visit))).toBe(true);
    expect(isCounted(new Headers({ ...visit, dnt: "0" }))).toBe(true);
  });

  it.each<[why: string, headers: Record<string, string>]>([
    ["the visitor asks not to be tracked", { dnt: "1" }],
    ["the visitor asks for privacy (GPC)", { "sec-gpc": "1" }],
    ["it is a prefetch", { "sec-purpose": "prefetch;prerender" }],
    ["it is an older browser's prefetch", { purpose: "prefetch" }],
    ["another site shows the picture", { "sec-fetch-site": "cross-site" }],
    ["it says that it is a robot", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }],
    ["a program without a window asks", { "user-agent": "Mozilla/5.0 HeadlessChrome/140.0" }],
    ["nothing says who asks", { "user-agent": "" }],
  ])("does not count when %s", (_, headers) => {
    expect(isCounted(new Headers({ ...visit, ...headers }))).toBe(false);
  });

  it("does not count when the browser's headers about the request's origin are missing", () => {
    expect(isCounted(new Headers({ "user-agent": visit["user-agent"] }))).toBe(false);
  });

  const query = (path: string) => Object.fromEntries(new URL(path, "https://shop.example").searchParams);

  it("can be read from the address that names it", () => {
    const view = { page: "details", platform: "tiktok", service: "views" } as const;
    expect(pageViewSchema.parse(query(pageViewPath(view)))).toEqual(view);
    expect(pageViewSchema.parse(query(pageViewPath({ page: "home" })))).toEqual({ page: "home" });
  });

  it.each(["/?page=admin", "/?page=home&platform=myspace", "/"])("is not read from %s", (path) => {
    expect(pageViewSchema.safeParse(query(path)).success).toBe(false);
  });
});
