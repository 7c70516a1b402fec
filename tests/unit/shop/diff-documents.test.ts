import { expect, it } from "vitest";
import { changesBetween, countChanges } from "@/lib/shop/catalog/diff-documents";
import type { CatalogDocument } from "@/lib/shop/catalog/document";
import {
  addAddOn,
  addPackage,
  changeAddOn,
  changePackage,
  changePlatform,
  changeService,
  putUnit,
  sortEntries,
  undo,
  withWhatIsSold,
} from "@/lib/shop/catalog/edit-document";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { newPlatform } from "@/lib/shop/catalog/new-entries";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { clips, followersBesideLikes } from "../../support/vocabulary";

const textsOf = (document: CatalogDocument) =>
  changesBetween(firstDocument, document).flatMap(({ about, texts }) =>
    texts.map((text) => `${about}: ${text}`),
  );

const tiktokLikes = { platform: "tiktok", service: "likes" };
const [firstPackage] = firstDocument.packages;
if (!firstPackage) throw new Error("the first catalogue has no package");
const { id: _, ...sold } = firstPackage;

const changes: [string, (document: CatalogDocument) => CatalogDocument, string[]][] = [
  ["nothing", (document) => document, []],
  [
    "a price",
    (document) => changePackage(document, "followers-1000", { priceCents: 1499, originalCents: 1999 }),
    [
      "Instagram and TikTok Followers: 1,000: $14.99 instead of $13.49",
      "Instagram and TikTok Followers: 1,000: original price $19.99 instead of $17.99",
    ],
  ],
  [
    "an extra",
    (document) => addAddOn(document, followersBesideLikes),
    ["Instagram Likes: +250 Followers where posts are chosen: new, $2.99"],
  ],
  [
    "a package that is hidden, popular and for one platform only",
    (document) =>
      changePackage(document, "likes-50", { isActive: false, isPopular: true, platforms: ["tiktok"] }),
    [
      "TikTok Likes: 50: no longer on sale",
      "TikTok Likes: 50: marked as popular",
      "TikTok Likes: 50: no longer for Instagram",
    ],
  ],
  [
    "a new package",
    (document) => addPackage(document, { ...sold, quantity: 250, platforms: ["tiktok"] }),
    ["TikTok Followers: 250: new, $2.29"],
  ],
  [
    "an add-on",
    (document) => changeAddOn(document, "checkout-likes-500", { priceCents: 100 }),
    [expect.stringMatching(/^Instagram and TikTok Likes: \+500 at the checkout: \$1\.00 instead of/)],
  ],
  [
    "the order of packages",
    (document) => sortEntries(document, ["likes-1000", "likes-100", "likes-50"]),
    ["Likes: another order of the packages"],
  ],
  [
    "a new platform",
    (document) => ({
      ...document,
      platforms: [
        ...document.platforms,
        newPlatform({ slug: "youtube", label: "YouTube", host: "youtube.com" }),
      ],
    }),
    ["YouTube: new platform (draft)"],
  ],
  [
    "a platform's texts, name and status",
    (document) =>
      changePlatform(document, "tiktok", (platform) => ({
        ...platform,
        label: "Tik",
        status: "retired",
        texts: { ...platform.texts, lead: "Another." },
      })),
    [
      "Tik: retired, no longer on sale (was live)",
      "Tik: name: “Tik” instead of “TikTok”",
      "Tik: texts of its page",
    ],
  ],
  [
    "a price by amount",
    (document) =>
      changeService(document, tiktokLikes, (service) => ({
        ...service,
        variants: service.variants.map((variant) => ({
          ...variant,
          priceSteps: [
            { from: 1, microsPerUnit: 26_000 },
            { from: 1_001, microsPerUnit: 11_125 },
          ],
        })),
      })),
    ["TikTok Likes: price by amount: $26.00 per 1,000, $11.125 from 1,001 instead of none"],
  ],
  [
    "a service and its amounts",
    (document) =>
      changeService(document, tiktokLikes, (service) => ({
        ...service,
        step: 10,
        variants: service.variants.map((variant) => ({
          ...variant,
          minQuantity: 20,
          pricePer1000Cents: 999,
        })),
      })),
    [
      "TikTok Likes: step: 10 instead of 1",
      expect.stringMatching(/^TikTok Likes: list price per 1,000: \$9\.99 instead of/),
      expect.stringMatching(/^TikTok Likes: minimum: 20 instead of/),
    ],
  ],
  [
    "a unit",
    (document) => putUnit(document, { slug: "members", one: "member", many: "members", counter: null }),
    ["Unit “members”: new"],
  ],
];

it.each(changes)("says what changes for buyers: %s", (_, change, texts) => {
  const document = change(firstDocument);
  expect(textsOf(document)).toEqual(texts);
  expect(countChanges(changesBetween(firstDocument, document))).toBe(texts.length);
});

it.each(changes)("its changes are undone, except an order of entries: %s", (_, change) => {
  const document = change(firstDocument);
  const paths = changesBetween(firstDocument, document).flatMap((each) => each.paths);
  const left = changesBetween(firstDocument, undo(document, firstDocument, paths));
  expect(left.filter((each) => each.paths.length > 0)).toEqual([]);
});

it("undoing a new service or platform takes what is sold of it away, and leaves the rest of the draft", () => {
  const clip = { ...sold, service: "views", platforms: ["clips", "tiktok"], quantity: 77 };
  const edited = changePackage(firstDocument, "likes-50", { priceCents: 999 });
  const withClips = addPackage({ ...edited, platforms: [...edited.platforms, clips] }, clip);
  const [added] = withClips.packages.slice(-1);
  const withoutViews = undo(withClips, firstDocument, ["platforms/clips/views"]);
  expect(withoutViews.packages.at(-1)).toEqual({ ...added, platforms: ["tiktok"] });
  const withoutClips = undo(withClips, firstDocument, ["platforms/clips", "platforms/clips/views"]);
  expect(withoutClips).toEqual({
    ...edited,
    packages: [...edited.packages, { ...added, platforms: ["tiktok"] }],
  });
  const alone = undo(
    addPackage({ ...edited, platforms: [...edited.platforms, clips] }, { ...clip, platforms: ["clips"] }),
    firstDocument,
    ["platforms/clips"],
  );
  expect(alone).toEqual(edited);
});

it("an old version keeps what was added since, hidden or retired", () => {
  const withMore = addPackage(
    {
      ...firstDocument,
      platforms: [
        ...firstDocument.platforms,
        { ...newPlatform({ slug: "youtube", label: "YouTube", host: "youtube.com" }), status: "live" },
      ],
    },
    { ...sold, quantity: 250 },
  );
  const back = withWhatIsSold(firstDocument, withMore);
  expect(back.platforms.at(-1)).toMatchObject({ slug: "youtube", status: "retired" });
  expect(back.packages.at(-1)).toMatchObject({ id: "followers-250", isActive: false });
  expect(withWhatIsSold(firstDocument, firstDocument)).toEqual(firstDocument);
});

it("a file adds to the draft and changes what both have, and removes nothing", () => {
  const [instagram] = firstDocument.platforms;
  if (!instagram) throw new Error("the first catalogue lacks Instagram");
  const youtube = newPlatform({ slug: "youtube", label: "YouTube", host: "youtube.com" });
  const file = {
    units: [],
    platforms: [{ ...instagram, label: "Insta", services: instagram.services.slice(1) }, youtube],
    packages: [{ ...firstPackage, priceCents: 111 }],
    addOns: [],
  };
  const merged = mergeDocument(firstDocument, file);
  expect(merged.platforms.map(({ label }) => label)).toEqual(["Insta", "TikTok", "YouTube"]);
  expect(merged.platforms[0]?.services).toEqual(instagram.services);
  expect(merged.packages).toEqual([{ ...firstPackage, priceCents: 111 }, ...firstDocument.packages.slice(1)]);
  expect(mergeDocument(firstDocument, firstDocument)).toEqual(firstDocument);
});
