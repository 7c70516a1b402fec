import { beforeEach, describe, expect, it } from "vitest";
import { mapService } from "@/lib/delivery/suppliers/map-service";
import type { CatalogDocument, PlatformEntry } from "@/lib/shop/catalog/document";
import { discardDraft, editDraft, loadDraft } from "@/lib/shop/catalog/draft";
import {
  addAddOn,
  addPackage,
  changePackage,
  changePlatform,
  changeService,
  sortEntries,
} from "@/lib/shop/catalog/edit-document";
import { listPriceHistory } from "@/lib/shop/catalog/list-entries";
import { listVersions, publishDraft, revertTo } from "@/lib/shop/catalog/publish";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { firstDocument, refreshVocabulary } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { codeOf, countSucceeded, errorOf, useDatabase } from "../../support/database";
import { auditOf, byOps } from "../../support/factories";
import { useShop } from "../../support/shop";
import { useStripe } from "../../support/stripe";

const { database, db } = useDatabase();
const shop = useShop(database, useStripe());

const { actor } = byOps;
type Change = (document: CatalogDocument) => CatalogDocument;

const edit = async (change: Change) =>
  editDraft(db(), { edits: (await loadDraft(db())).edits, change, actor });
const publish = async () => publishDraft(db(), { ...(await loadDraft(db())), ...byOps });
const change = (how: Change) => changeCatalog(db(), how);
const price = (id: string, priceCents: number) => (document: CatalogDocument) =>
  changePackage(document, id, { priceCents });

const [, tiktok] = firstDocument.platforms;
if (!tiktok) throw new Error("the first catalogue lacks TikTok");
const youtube: PlatformEntry = {
  ...tiktok,
  slug: "youtube",
  label: "YouTube",
  status: "draft",
  adapter: null,
  sellsUnchecked: true,
};
const withYouTube: Change = (document) =>
  addPackage(
    { ...document, platforms: [...document.platforms, youtube] },
    {
      service: "views",
      platforms: ["youtube"],
      variant: "standard",
      quantity: 5_000,
      priceCents: 500,
      originalCents: 500,
      isActive: true,
      isPopular: false,
    },
  );

beforeEach(async () => {
  await db().catalogDraft.deleteMany();
});

describe("a draft", () => {
  it("changes nothing that buyers see until it is published, as one version with one entry of the audit log", async () => {
    const before = await readDocument(db());
    await edit(price("followers-100", 199));
    await edit(price("followers-5000", 5333));
    expect(await readDocument(db())).toEqual(before);
    const { edits, editedBy } = await loadDraft(db());
    expect({ edits, editedBy }).toEqual({ edits: 2, editedBy: "ops" });
    const number = await publish();
    expect((await readDocument(db())).packages.find(({ id }) => id === "followers-100")).toMatchObject({
      priceCents: 199,
    });
    expect((await listPriceHistory(db(), "followers-100")).map(({ priceCents }) => priceCents)).toEqual([
      199, 229,
    ]);
    expect(await db().catalogDraft.count()).toBe(0);
    const [entry, ...others] = await auditOf(db(), `version-${number}`);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      action: "catalogue.published",
      after: {
        changes: [
          expect.stringContaining("100: $1.99 instead of $2.29"),
          expect.stringContaining("5,000: $53.33"),
        ],
      },
    });
    expect((await listVersions(db())).rows[0]).toMatchObject({
      number,
      publishedBy: "ops",
      reason: "a test",
    });
  });

  it("is a version that is listed with the one before, a few on each page", async () => {
    for (let cents = 201; cents < 207; cents++) await change(price("likes-50", cents));
    const newest = await listVersions(db());
    expect(newest.rows.at(-1)?.before?.packages).not.toEqual(newest.rows.at(-1)?.document.packages);
    const older = await listVersions(db(), Number(newest.next));
    const numbers = [...newest.rows, ...older.rows].map(({ number }) => number);
    const [last = 0] = numbers;
    expect(numbers.slice(0, 7)).toEqual(Array.from({ length: 7 }, (_, nth) => last - nth));
    await change(price("likes-50", 129));
  });

  it("that says what the catalogue says is dropped", async () => {
    const { packages } = await readDocument(db());
    const held = packages.find(({ id }) => id === "likes-50")?.priceCents ?? 0;
    await edit(price("likes-50", held));
    expect(await db().catalogDraft.count()).toBe(0);
    await edit(price("likes-50", held + 100));
    expect(await db().catalogDraft.count()).toBe(1);
    await edit(price("likes-50", held));
    expect(await db().catalogDraft.count()).toBe(0);
  });

  it("is not overwritten by somebody who saw an earlier one", async () => {
    await edit(price("likes-50", 150));
    const late = editDraft(db(), { edits: 0, change: price("likes-50", 160), actor });
    expect(await errorOf(late)).toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/^ops edited the draft meanwhile\. Reload/),
    });
    const both = [170, 180].map((cents) =>
      editDraft(db(), { edits: 1, change: price("likes-50", cents), actor }),
    );
    expect(await countSucceeded(both)).toBe(1);
    expect(await codeOf(discardDraft(db(), { edits: 1 }))).toBe("conflict");
    await discardDraft(db(), { edits: 2 });
    expect(await codeOf(editDraft(db(), { edits: 2, change: price("likes-50", 160), actor }))).toBe(
      "conflict",
    );
  });

  it("refuses what is no document", async () => {
    expect(await codeOf(edit(price("likes-50", -1)))).toBe("invalid_input");
    expect(await codeOf(edit(price("likes-51", 100)))).toBe("not_found");
    expect(await db().catalogDraft.count()).toBe(0);
  });
});

describe("publishing", () => {
  it("happens once when two do it at once", async () => {
    await edit(price("followers-5000", 777));
    const draft = await loadDraft(db());
    const two = [1, 2].map(() => publishDraft(db(), { ...draft, ...byOps }));
    expect(await countSucceeded(two)).toBe(1);
  });

  it("is refused when the rows are no longer those that the page compared", async () => {
    await edit(price("followers-5000", 888));
    const draft = await loadDraft(db());
    await db().package.update({ where: { id: "followers-1000" }, data: { priceCents: 1_500 } });
    expect(await errorOf(publishDraft(db(), { ...draft, ...byOps }))).toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/changed since this page was opened\. Reload/),
    });
    expect(await db().catalogDraft.count()).toBe(1);
  });

  it("is refused with a problem, which says what to do", async () => {
    await edit(price("followers-5000", 49));
    expect(await errorOf(publish())).toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/Raise the price/),
    });
  });

  it("while buyers order: an order has the price that its buyer saw, or is refused", async () => {
    const { packages } = await readDocument(db());
    const now = packages.find(({ id }) => id === "followers-1000")?.priceCents ?? 0;
    const at = (cents: number) =>
      shop.place({ packageId: "followers-1000", quantity: 1_000, price: cents / 100 });
    const before = await at(now);
    const orders = Promise.allSettled(Array.from({ length: 8 }, () => at(now)));
    await change(price("followers-1000", 1_234));
    for (const order of await orders) {
      if (order.status === "rejected") expect(order.reason).toMatchObject({ code: "invalid_pricing" });
      else await expectPrice(order.value.orderId, now);
    }
    await expectPrice(before.orderId, now);
    expect(await codeOf(at(now))).toBe("invalid_pricing");
    await expectPrice((await at(1_234)).orderId, 1_234);
  });
});

async function expectPrice(id: string, cents: number): Promise<void> {
  expect(await db().order.findUniqueOrThrow({ where: { id } })).toMatchObject({ priceTotalCents: cents });
}

describe("a new platform", () => {
  it("is rows like any other, and as a draft it sells nothing", async () => {
    await change(withYouTube);
    const now = await readDocument(db());
    expect(now.platforms.at(-1)).toEqual(youtube);
    expect(now.packages.at(-1)).toMatchObject({ id: "youtube-views-5000", platforms: ["youtube"] });
    expect(await db().smmService.count({ where: { platform: "youtube" } })).toBe(youtube.services.length);
  });

  it("sells from when it is live and a supplier is mapped until it is retired", async () => {
    const become = (status: PlatformEntry["status"]) =>
      change((document) => changePlatform(document, "youtube", (held) => ({ ...held, status })));
    const order = () =>
      shop.place({
        platform: "youtube",
        serviceType: "views",
        packageId: "youtube-views-5000",
        quantity: 5_000,
        price: 5,
        selectedPosts: [
          {
            postId: "7301234567890123456",
            postUrl: "https://www.tiktok.com/@wanderwithmara/video/7301234567890123456",
            viewsToAdd: 5_000,
          },
        ],
      });
    await become("live");
    await refreshVocabulary(db());
    expect(await codeOf(order())).toBe("not_deliverable");
    const [ours] = await db().smmService.findMany({ where: { platform: "youtube", serviceType: "views" } });
    const [theirs] = await db().supplierService.findMany({ where: { name: "TikTok Views" } });
    await mapService(db(), { smmServiceId: ours?.id ?? 0, supplierServiceId: theirs?.id ?? "", ...byOps });
    const { orderId } = await order();
    expect(await db().order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      platform: "youtube",
      platformLabel: "YouTube",
      variant: "standard",
      catalogVersion: (await listVersions(db())).rows[0]?.number,
    });
    // Also in a process that does not know it yet.
    await become("retired");
    expect(await codeOf(order())).toBe("not_deliverable");
  });
});

describe("what a newer release wrote", () => {
  it("leaves a platform out that this one can't read, and the others as they are", async () => {
    const { platforms } = await readDocument(db());
    const [, ...others] = platforms;
    await db().platform.update({ where: { slug: "instagram" }, data: { glyph: "a drawing of tomorrow" } });
    expect((await readDocument(db())).platforms).toEqual(others);
    await db().platform.update({ where: { slug: "instagram" }, data: { glyph: platforms[0]?.glyph ?? "" } });
  });

  it("is a draft that this one neither shows nor overwrites", async () => {
    await edit(price("likes-100", 211));
    await db().$executeRaw`UPDATE catalog_draft SET document = document || '{"tomorrow": 1}'`;
    expect(await errorOf(loadDraft(db()))).toMatchObject({
      code: "conflict",
      userMessage: expect.stringMatching(/newer release/),
    });
  });
});

describe("going back to a version", () => {
  it("makes a draft that hides what was added since, and publishing it is the same step", async () => {
    const [latest] = (await listVersions(db())).rows;
    await change((document) =>
      addAddOn(
        addPackage(document, {
          service: "likes",
          platforms: ["tiktok"],
          variant: "standard",
          quantity: 4_321,
          priceCents: 999,
          originalCents: 999,
          isActive: true,
          isPopular: false,
        }),
        {
          surface: "checkout",
          service: "likes",
          platforms: ["tiktok"],
          variant: "standard",
          quantity: 4_321,
          priceCents: 99,
          originalCents: 99,
          isActive: true,
        },
      ),
    );
    await change((document) =>
      changeService(document, { platform: "tiktok", service: "likes" }, (service) => ({
        ...service,
        label: "Hearts",
      })),
    );
    await edit(price("likes-50", 555));
    expect(await codeOf(revertTo(db(), { number: latest?.number ?? 0, actor }))).toBe("conflict");
    await db().catalogDraft.deleteMany();
    await revertTo(db(), { number: latest?.number ?? 0, actor });
    await publish();
    const now = await readDocument(db());
    expect(now.packages.find(({ id }) => id === "likes-4321")).toMatchObject({ isActive: false });
    expect(now.addOns.find(({ id }) => id === "checkout-likes-4321")).toMatchObject({ isActive: false });
    expect(now.platforms.find(({ slug }) => slug === "tiktok")?.services.map(({ label }) => label)).toContain(
      "Likes",
    );
    expect(await codeOf(revertTo(db(), { number: 9_999, actor }))).toBe("not_found");
  });

  it("retires a platform that the version did not have", async () => {
    await revertTo(db(), { number: 1, actor });
    const { document } = await loadDraft(db());
    expect(document.platforms.map(({ slug, status }) => `${slug} ${status}`)).toEqual([
      "instagram live",
      "tiktok live",
      "youtube retired",
    ]);
  });
});

it("the order of entries changes within its group and stays the same in all others", async () => {
  const before = (await readDocument(db())).packages.map(({ id }) => id);
  const ids = before.filter((id) => id.startsWith("followers-")).reverse();
  await change((document) => sortEntries(document, ids));
  const after = (await readDocument(db())).packages.map(({ id }) => id);
  expect(after.filter((id) => id.startsWith("followers-"))).toEqual(ids);
  const others = (list: string[]) => list.map((id) => (id.startsWith("followers-") ? "-" : id));
  expect(others(after)).toEqual(others(before));
});
