import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postSelectionPath, purchaseSteps, selectionPath } from "@/components/purchase/purchase-steps";
import { createOrderSchema } from "@/lib/buyer/checkout/create-order-schema";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { searchProfiles } from "@/lib/delivery/social/search-profiles";
import { linkRulesOf, normalizeUsername, parsePostLink, profileUrl } from "@/lib/shop/catalog/links";
import { viewOfPlatform, viewOfService } from "@/lib/shop/catalog/make-views";
import { withNewLinks } from "@/lib/shop/catalog/new-entries";
import { firstDocument, getPlatform } from "@/lib/shop/catalog/vocabulary";
import { serviceTexts } from "@/lib/shop/content/services";
import { footerLinks, listSold, onPlatforms, soldInWords, strangersInWords } from "@/lib/shop/content/sold";
import { clips, firstWith, publishToProcess } from "../../support/vocabulary";

const retired = { ...clips, slug: "gone", label: "Gone", status: "retired" as const };

beforeAll(() => publishToProcess(firstWith(clips, retired)));
afterAll(() => publishToProcess(firstDocument));

const view = (slug: string) => viewOfPlatform(getPlatform(slug), true);
function sold(platform: string, service: string) {
  const found = getPlatform(platform).services.find(({ slug }) => slug === service);
  if (!found) throw new Error(`no ${service}`);
  return viewOfService(getPlatform(platform), found);
}

describe("a platform of which the code knows nothing", () => {
  it("has its links read by its rows", () => {
    const links = linkRulesOf(getPlatform("clips"));
    expect(normalizeUsername(links, "https://m.clips.example/@Dawn/?x=1")).toBe("dawn");
    expect(normalizeUsername(links, "watch")).toBeNull();
    expect(profileUrl(links, "dawn")).toBe("https://www.clips.example/@dawn");
    expect(parsePostLink(links, "clip.example/AbC-123?t=3", "dawn")).toEqual({
      id: "AbC-123",
      permalink: "https://www.clips.example/watch?v=AbC-123",
      isVideo: true,
    });
    expect(parsePostLink(links, "clips.example/@dawn", "dawn")).toBeNull();
  });

  it("has its lists named by their links", () => {
    const links = linkRulesOf(withNewLinks(clips, "list"));
    const address = "https://www.clips.example/list/PLa-1_x";
    for (const text of [`m.clips.example/list/PLa-1_x?si=x`, "PLa-1_x", `${address}/`])
      expect(normalizeUsername(links, text, "list")).toBe("PLa-1_x");
    expect(profileUrl(links, "PLa-1_x", "list")).toBe(address);
    expect(normalizeUsername(links, "clips.example/@dawn", "list")).toBeNull();
    expect(normalizeUsername(links, address)).toBeNull();
    expect(normalizeUsername(linkRulesOf(clips), "PLa-1_x", "list")).toBeNull();
  });

  it("has lists that belong to an account", () => {
    const links = linkRulesOf(withNewLinks(clips, "list"));
    const form = { templates: ["/{name}/{list}"], canonical: "https://www.clips.example/{name}/{list}/" };
    const boards = {
      ...links,
      linkForms: links.linkForms.map((each) => (each.target === "list" ? { ...each, ...form } : each)),
    };
    const address = "https://www.clips.example/dawn/Travel-26/";
    for (const text of ["m.clips.example/Dawn/Travel-26?x=1", "dawn/Travel-26", address])
      expect(normalizeUsername(boards, text, "list")).toBe("dawn/Travel-26");
    expect(profileUrl(boards, "dawn/Travel-26", "list")).toBe(address);
    for (const text of ["Travel-26", "watch/Travel-26", "dawn/Travel-26/more", "dawn/", ""])
      expect(normalizeUsername(boards, text, "list")).toBeNull();
  });

  it("leads through a purchase by its services' targets and its own words", () => {
    const steps = (target: Parameters<typeof purchaseSteps>[1]) =>
      purchaseSteps(view("clips"), target).map(({ label }) => label);
    expect(steps("channel")).toEqual(["Order Details", "Payment"]);
    expect(steps("video")).toEqual(["Order Details", "Select Clips", "Payment"]);
    const path = (service: string, packageId?: string) =>
      selectionPath(view("clips"), sold("clips", service), packageId);
    expect(path("subscribers", "p-1")).toBe("/clips/checkout/subscribers?package=p-1");
    expect(path("views", "p-1")).toBe("/clips/reel-selection?package=p-1");
    expect(path("likes", "p-1")).toBe("/clips/reel-selection?package=p-1&service=likes");
    expect(postSelectionPath(view("clips"), sold("clips", "likes"))).toBe(
      "/clips/post-selection?service=likes",
    );
  });

  it("has nothing looked up, also where the shop has a provider for others", async () => {
    expect(view("clips").hasLookup).toBe(false);
    expect(view("tiktok").hasLookup).toBe(true);
    const untouched = new Proxy({}, { get: (_, name) => expect.unreachable(String(name)) });
    const deps = { db: untouched, provider: untouched, now: new Date() } as Parameters<
      typeof lookupProfile
    >[0];
    expect(await lookupProfile(deps, "clips", "@Dawn")).toMatchObject({ exists: true, username: "dawn" });
    expect(await searchProfiles(deps, "clips", "dawn")).toEqual([]);
  });

  it("is named in the pages' sentences, until there are too many names", () => {
    expect(soldInWords()).toBe("Followers, likes, views and subscribers for Instagram, TikTok and Clips");
    expect(strangersInWords()).toBe("Instagram, TikTok or Clips");
    expect(listSold().map(({ slug, platforms }) => [slug, onPlatforms(platforms)])).toEqual([
      ["followers", "on Instagram and TikTok"],
      ["likes", "on all platforms"],
      ["views", "on all platforms"],
      ["subscribers", "on Clips"],
    ]);
    expect(footerLinks().at(-1)?.[0]).toEqual({
      platform: "Clips",
      service: "subscribers",
      href: "/clips/subscribers",
    });
    const many = Array.from({ length: 58 }, (_, place) => ({
      ...clips,
      slug: `p${place}`,
      label: `P${place}`,
    }));
    publishToProcess(firstWith(...many));
    expect(soldInWords()).toBe("Followers, likes, views and subscribers for Instagram, TikTok, P0 and more");
    expect(strangersInWords()).toBe("Instagram, TikTok, P0 or another platform");
    expect(footerLinks().map((links) => links.length)).toEqual([6, 6]);
    expect(footerLinks().at(-1)?.at(-1)).toEqual({
      platform: "All 60 platforms",
      href: "/?browse=1#pricing",
    });
    publishToProcess(firstWith(clips, retired));
  });

  it("can be ordered for with what it sells, and with nothing else", () => {
    const problems = (platform: string, serviceType: string) =>
      createOrderSchema
        .safeParse({ platform, serviceType, username: "dawn", email: "a@b.co", packageId: "x", quantity: 1 })
        .error?.issues.map(({ message }) => message) ?? [];
    expect(problems("clips", "subscribers")).toEqual([]);
    expect(problems("clips", "followers")).toEqual([
      "This is not sold for Clips. Please choose something else.",
    ]);
    expect(problems("clips", "saves")).toEqual(["Please choose followers, likes, views or subscribers."]);
    expect(problems("gone", "views")).toEqual(["Please choose Instagram, TikTok or Clips."]);
  });
});

describe("the rules that a browser gets", () => {
  it.each(firstDocument.platforms)("are below 1 KB: $slug", (platform) => {
    expect(JSON.stringify(linkRulesOf(platform)).length).toBeLessThan(1_024);
  });
});

it("a service's texts name the days of refills that it promises", () => {
  const [followers] = getPlatform("instagram").services;
  if (!followers) throw new Error("no followers");
  const [variant] = followers.variants;
  if (!variant) throw new Error("no variant");
  const texts = serviceTexts({ ...followers, variants: [{ ...variant, refillDays: 30 }] });
  expect(texts.features[2]?.title).toBe("Refill for 30 days");
  expect(JSON.stringify(texts)).not.toContain("{refillDays}");
});
