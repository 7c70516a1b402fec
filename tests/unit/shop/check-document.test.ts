import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { problemsOf } from "@/lib/shop/catalog/check-document";
import { rulesOf } from "@/lib/shop/catalog/check-links";
import type { CatalogDocument, PlatformEntry } from "@/lib/shop/catalog/document";
import { addAddOn, changePackage, changePlatform, changeService } from "@/lib/shop/catalog/edit-document";
import { readLink } from "@/lib/shop/catalog/link-form";
import { withNewLinks } from "@/lib/shop/catalog/new-entries";
import { isReserved } from "@/lib/shop/catalog/reserved-slugs";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { followersBesideLikes } from "../../support/vocabulary";

const messagesOf = (document: CatalogDocument) =>
  problemsOf(document, firstDocument).map(({ message }) => message);

const instagram = (change: Partial<PlatformEntry>) =>
  changePlatform(firstDocument, "instagram", (platform) => ({ ...platform, ...change }));

/** Changes the links of Instagram's profiles. */
const profiles = (change: Partial<PlatformEntry["linkForms"][number]>) =>
  changePlatform(firstDocument, "instagram", (platform) => ({
    ...platform,
    linkForms: platform.linkForms.map((form) => (form.target === "profile" ? { ...form, ...change } : form)),
  }));

const followers = (change: object) =>
  changeService(firstDocument, { platform: "instagram", service: "followers" }, (service) => ({
    ...service,
    ...change,
  }));

const variants = (change: object) =>
  changeService(firstDocument, { platform: "instagram", service: "followers" }, (service) => ({
    ...service,
    variants: service.variants.map((variant) => ({ ...variant, ...change })),
  }));

/** Instagram's followers by amount, in steps of [from, millionths of a dollar]; their packages cost no more. */
const bySteps = (...steps: [number, number][]) =>
  variants({
    minQuantity: 30,
    priceSteps: steps.map(([from, microsPerUnit]) => ({ from, microsPerUnit })),
  });

const pack = (change: object) => changePackage(firstDocument, "followers-100", change);
const [first] = firstDocument.packages;
const taken = ["https://www.instagram.com/natgeo/", "instagram.com/natgeo", "https://m.instagram.com/natgeo"];

it("the first catalogue has no problem", () => {
  expect(problemsOf(firstDocument, firstDocument)).toEqual([]);
});

it("a platform whose accounts nobody can check is sold once that is accepted, and may be a draft before", () => {
  expect(messagesOf(instagram({ adapter: null, sellsUnchecked: true }))).toEqual([]);
  const drafted = { adapter: null, status: "draft" } as const;
  expect(problemsOf(instagram(drafted)).map(({ message }) => message)).toEqual([]);
});

it("a platform's social data is about one of its websites", () => {
  expect(messagesOf(instagram({ adapter: "tiktok" }))).toEqual([
    "The social data of tiktok is about tiktok.com, which is none of Instagram's websites. Choose other social data or None.",
  ]);
});

it("what goes to a post is not proven by the account's counter", () => {
  expect(messagesOf(followers({ target: "post" }))).toContain(
    "Instagram Followers goes to a post, but followers are counted at an account. Choose another unit or let it go to a profile.",
  );
});

describe("what goes to a list", () => {
  const listed = (change: Partial<PlatformEntry> = {}) =>
    changePlatform(followers({ target: "list" }), "instagram", (platform) => ({
      ...withNewLinks(platform, "list"),
      ...change,
    }));

  it("is sold once the operator accepted that nobody checks it", () => {
    expect(messagesOf(listed())).toEqual([
      "Nobody can check Instagram's lists before a buyer pays. Tick “Sell it without checks” under About it, or keep it as a draft.",
    ]);
    expect(messagesOf(listed({ sellsUnchecked: true }))).toEqual([]);
  });

  it("neither has extras nor is one, because it names no account", () => {
    const accepted = listed({ sellsUnchecked: true });
    expect(messagesOf(addAddOn(accepted, followersBesideLikes))).toEqual([
      expect.stringMatching(/a buyer chooses a list/),
    ]);
    const extra = { service: "likes", variant: "standard" };
    const offered = { ...followersBesideLikes, service: "followers", surface: "checkout" as const, extra };
    expect(messagesOf(addAddOn(accepted, offered))).toContainEqual(
      expect.stringMatching(/goes to a list and names no account/),
    );
  });
});

it("what goes to a channel says that the platform has links of profiles", () => {
  expect(messagesOf(followers({ target: "channel" }))).toContain(
    "Instagram Followers goes to a channel, but Instagram has links of a profile. Let it go to a profile.",
  );
});

it("a platform's accounts have links of one kind", () => {
  const both = changePlatform(firstDocument, "instagram", (platform) => ({
    ...platform,
    linkForms: platform.linkForms.flatMap((form) =>
      form.target === "profile" ? [form, { ...form, target: "channel" as const }] : [form],
    ),
  }));
  expect(messagesOf(both)).toContain(
    "Instagram has links of profiles and of channels, but an account has one kind of name. Remove one of them.",
  );
});

const withExtra = (change: object = {}) => addAddOn(firstDocument, { ...followersBesideLikes, ...change });

it("an add-on may sell another service that goes to the account", () => {
  expect(messagesOf(withExtra())).toEqual([]);
});

describe("a document is not published", () => {
  it.each<[string, CatalogDocument, RegExp]>([
    [
      "with two units of one name",
      { ...firstDocument, units: [...firstDocument.units, firstDocument.units[0] ?? never()] },
      /two units/,
    ],
    [
      "with an extra for posts that nobody chooses",
      withExtra({ extra: { service: "views", variant: "standard" } }),
      /a buyer chooses posts/,
    ],
    [
      "with an extra of the service that it is offered with",
      withExtra({ service: "followers", surface: "checkout" }),
      /its own service/,
    ],
    ["with an extra on two platforms", withExtra({ platforms: ["instagram", "tiktok"] }), /one platform/],
    [
      "with an extra of a quality that is not there",
      withExtra({ extra: { service: "followers", variant: "premium" } }),
      /lacks/,
    ],
    ["with an extra below what its service takes", withExtra({ quantity: 1 }), /smaller than/],
    [
      "with two platforms at one address",
      { ...firstDocument, platforms: [...firstDocument.platforms, firstDocument.platforms[0] ?? never()] },
      /two platforms/,
    ],
    [
      "with a platform at a page of the shop",
      {
        ...firstDocument,
        platforms: [
          ...firstDocument.platforms,
          { ...(firstDocument.platforms[0] ?? never()), slug: "terms" },
        ],
      },
      /\/terms is kept/,
    ],
    [
      "with a live platform whose accounts nobody can check, unless that is accepted",
      instagram({ adapter: null }),
      /Nobody can check Instagram's accounts/,
    ],
    [
      "with a platform at a language",
      {
        ...firstDocument,
        platforms: [...firstDocument.platforms, { ...(firstDocument.platforms[0] ?? never()), slug: "de" }],
      },
      /\/de is kept/,
    ],
    [
      "without a platform that was published",
      { ...firstDocument, platforms: firstDocument.platforms.slice(1) },
      /Instagram is missing/,
    ],
    [
      "without a service that was published",
      instagram({ services: [] }),
      /Instagram Followers is missing.*retired/,
    ],
    [
      "without a package that was published",
      { ...firstDocument, packages: firstDocument.packages.slice(1) },
      /is missing\..*Hide it/,
    ],
    [
      "without a unit that was published",
      { ...firstDocument, units: firstDocument.units.slice(1) },
      /unit “followers” is missing/,
    ],
    [
      "with a live platform that sells nothing",
      instagram({
        services: (firstDocument.platforms[0]?.services ?? []).map((service) => ({
          ...service,
          status: "draft" as const,
        })),
      }),
      /without a live service/,
    ],
    ["with a service that counts something unknown", followers({ unit: "waves" }), /which is no unit/],
    ["with a service whose target has no links", followers({ target: "list" }), /needs links of a list/],
    [
      "with a maximum below the minimum",
      variants({ minQuantity: 50, maxQuantity: 10 }),
      /the maximum is below the minimum/,
    ],
    ["with a package below the minimum", variants({ minQuantity: 150 }), /smaller than the 150/],
    ["with a package above the maximum of a profile", variants({ maxQuantity: 500 }), /larger than the 500/],
    ["with a package between two steps", followers({ step: 7 }), /in steps of 7/],
    [
      "with an original price below the price",
      pack({ priceCents: 200, originalCents: 199 }),
      /original price is below/,
    ],
    ["with a price that Stripe refuses", pack({ priceCents: 49 }), /Stripe does not take/],
    [
      "with a package of an unknown platform",
      pack({ platforms: ["orkut"] }),
      /orkut followers, which does not exist/,
    ],
    [
      "with a package of an unknown service",
      pack({ service: "waves" }),
      /Instagram waves, which does not exist/,
    ],
    ["with a package of an unknown quality", pack({ variant: "best" }), /quality “best”/],
    [
      "with two packages of one size",
      { ...firstDocument, packages: [...firstDocument.packages, { ...(first ?? never()), id: "another" }] },
      /Hide one of them/,
    ],
    [
      "with two packages of one id",
      { ...firstDocument, packages: [...firstDocument.packages, { ...(first ?? never()), quantity: 123 }] },
      /two packages “followers/,
    ],
    ["with a price by amount that begins at 100", bySteps([100, 25_000]), /begins at 100. Let it begin at 1/],
    [
      "with two steps of one beginning",
      bySteps([1, 25_000], [100, 24_000], [100, 23_000]),
      /begins above the one before/,
    ],
    ["with steps out of order", bySteps([1, 25_000], [500, 24_000], [100, 23_000]), /Put them in order/],
    [
      "with units so cheap that no multiple is within the limits",
      variants({ priceSteps: [{ from: 1, microsPerUnit: 1 }], minQuantity: 10, maxQuantity: 9_999 }),
      /multiples of 10000, and none is from 10 to 9999/,
    ],
    [
      "with a smallest amount that Stripe refuses",
      variants({ priceSteps: [{ from: 1, microsPerUnit: 40_000 }], minQuantity: 12 }),
      /the smallest amount, 12, costs \$0\.48/,
    ],
    [
      "with a largest amount that Stripe refuses",
      variants({ priceSteps: [{ from: 1, microsPerUnit: 99_999_999 }], maxQuantity: 10_001 }),
      /the largest amount, 10001, costs \$1,000,099\.99/,
    ],
    [
      "with a package that costs more than its amount by steps",
      bySteps([1, 22_000]),
      /followers-100 costs \$2\.29, but the same amount of Instagram Followers costs \$2\.20 by amount/,
    ],
    [
      "with a package that is named like an amount",
      {
        ...firstDocument,
        packages: [
          ...firstDocument.packages,
          { ...(first ?? never()), id: "followers-custom-standard-250", quantity: 250 },
        ],
      },
      /named like an amount that a buyer chooses/,
    ],
    [
      "with a part of links that nothing can fill",
      instagram({
        slots: { name: { kind: "name", min: 9, max: 3 }, post: { kind: "code", min: 5, max: 40 } },
      }),
      /longest length below/,
    ],
    [
      "with a template of an unknown part",
      profiles({ templates: ["/{nick}"] }),
      /uses {nick}, which is no part/,
    ],
    [
      "with a template without the account",
      profiles({ templates: ["/{post}"], canonical: "https://www.instagram.com/{post}/" }),
      /lacks {name}/,
    ],
    ["with a template that is an expression", profiles({ templates: ["/(a+)+{name}"] }), /can't be read/],
    [
      "with a stored address that needs more than the name",
      profiles({
        templates: ["/{post}/{name}"],
        canonical: "https://www.instagram.com/{post}/{name}",
      }),
      /only its \{name\} is kept/,
    ],
    [
      "with a star in the stored address",
      profiles({ templates: ["/*a-{name}"], canonical: "https://www.instagram.com/*a-{name}" }),
      /is no address/,
    ],
    ["with a part in the middle of a segment", profiles({ templates: ["/{name}x"] }), /can't be read/],
    ["with a template that has a part twice", profiles({ templates: ["/{name}/{name}"] }), /one part twice/],
    [
      "with an address of another website",
      profiles({ canonical: "https://www.tiktok.com/@{name}" }),
      /Use one of the platform's websites/,
    ],
    [
      "with an address that needs more than its template has",
      profiles({ canonical: "https://www.instagram.com/{name}/p/{post}" }),
      /uses {post}, which “\/{name}” lacks/,
    ],
    [
      "with a link that should be taken and is not",
      profiles({ taken: [...taken, "https://www.instagram.com/natgeo/reels/x"] }),
      /should be taken, but no template reads it/,
    ],
    [
      "with a link that should be refused and is not",
      profiles({ refused: [...taken] }),
      /should be refused, but a template reads it/,
    ],
    [
      "with links that two targets share",
      profiles({
        templates: ["/{name}", "/p/{name}"],
        taken: [...taken, "https://www.instagram.com/p/natgeo12/"],
        refused: ["https://a.example/", "b", "c"],
      }),
      /also read as the link of a post/,
    ],
    [
      "with an address that is not taken itself",
      profiles({ canonical: "https://www.instagram.com/accounts/{name}/", refused: ["a", "b", "c"] }),
      /is not taken itself/,
    ],
    [
      "with rules that are too long for a browser",
      instagram({ hosts: Array.from({ length: 8 }, (_, at) => `${"long".repeat(15)}${at}.example`) }),
      /more than 1 KB/,
    ],
  ])("%s", (_, document, message) => {
    const messages = messagesOf(document);
    expect(messages.join("\n")).toMatch(message);
    // Each says what to do.
    expect(messages.filter((text) => !/[.!]$/.test(text))).toEqual([]);
  });

  it("a price by amount may begin below a package's, as long as no package costs more than its amount", () => {
    expect(messagesOf(bySteps([1, 25_000], [101, 15_000]))).toEqual([]);
    // A hundred cost $2.289, which is rounded up to what the package costs.
    expect(messagesOf(bySteps([1, 22_890]))).toEqual([]);
  });

  it("hidden packages may have any size", () => {
    const document = firstDocument.packages.reduce(
      (changed, { id }) => changePackage(changed, id, { isActive: false }),
      variants({ minQuantity: 90_000 }),
    );
    expect(messagesOf(document)).toEqual([]);
  });
});

it("every address of the shop is reserved", () => {
  const folders = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => (name.startsWith("(") ? folders(`${path}/${name}`) : name));
  const files = [
    ...readdirSync("public"),
    ...readdirSync("app").filter((name) => !/^(layout|page)/.test(name)),
  ];
  const inCode = ["error", "global-error", "globals", "not-found"];
  const addresses = [...folders("app"), ...files.map((name) => name.replace(/\.\w+$/, ""))].filter(
    (name) => /^[a-z][a-z0-9-]*$/.test(name) && !inCode.includes(name),
  );
  expect(addresses.length).toBeGreaterThan(30);
  expect(addresses.filter((name) => !isReserved(name))).toEqual([]);
  expect(firstDocument.platforms.filter(({ slug }) => isReserved(slug))).toEqual([]);
});

it("links are read in time in proportion to their length, whatever is pasted", () => {
  const character = fc.constantFrom(..."aA0._-/?&=#{}@:%\u200f");
  const texts = fc.string({ unit: character, minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, fc.constantFrom(...firstDocument.platforms), (text, platform) => {
      const long = `https://${platform.hosts[0]}/${text.repeat(8_000)}!`;
      const began = performance.now();
      for (const form of platform.linkForms) readLink(long, rulesOf(platform), form);
      expect(performance.now() - began).toBeLessThan(1_000);
    }),
    { numRuns: 60 },
  );
});

function never(): never {
  throw new Error("the first catalogue lacks it");
}
