import { beforeAll, describe, expect, it } from "vitest";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { useDatabase } from "../../support/database";
import { orderFactory } from "../../support/factories";
import { useOwnProcess } from "../../support/own-process";
import { clips } from "../../support/vocabulary";

const { database, db } = useDatabase();
const own = useOwnProcess(database);

type Data = typeof import("@/app/_server/page-data");
type Parts = typeof import("@/app/_server/page-parts");
let data: Data;
let parts: Parts;

/** What the web process does at a notification. */
async function read(): Promise<string[]> {
  await refreshVocabulary(db());
  expect(await data.holdPageData()).toEqual({ isRead: true, isHeld: true });
  return (await parts.changedParts()).sort();
}

beforeAll(async () => {
  await changeCatalog(db(), (document) => ({
    ...document,
    platforms: [...document.platforms, clips],
    packages: [
      ...document.packages,
      {
        id: "clips-views-100",
        service: "views",
        platforms: ["clips"],
        variant: "standard",
        quantity: 100,
        priceCents: 100,
        originalCents: 100,
        isActive: true,
        isPopular: false,
      },
    ],
  }));
  await db().$executeRaw`
    INSERT INTO service_mappings (id, smm_service_id, supplier_service_id, preference)
    SELECT gen_random_uuid(), ours.id, (SELECT id FROM supplier_services ORDER BY id LIMIT 1), 1
    FROM smm_services AS ours WHERE platform_slug = 'clips'`;
  data = await import("@/app/_server/page-data");
  parts = await import("@/app/_server/page-parts");
  await read();
});

const setPrice = (priceCents: number) =>
  db().package.update({ where: { id: "clips-views-100" }, data: { priceCents, originalCents: priceCents } });

describe("the pages that show a change", () => {
  it("are none where nothing differs", async () => {
    await db().package.updateMany({ data: { priceCents: { increment: 0 } } });
    expect(await read()).toEqual([]);
  });

  it("are a platform's and those that list platforms, for a price", async () => {
    await setPrice(90);
    expect(await read()).toEqual(["/", "/clips"]);
    expect(await read()).toEqual([]);
  });

  it("are all platforms' that share a package", async () => {
    await db().package.update({ where: { id: "followers-100" }, data: { isPopular: true, position: 90 } });
    expect(await read()).toEqual(["/", "/instagram", "/tiktok"]);
  });

  it("are a platform's, for a supplier's limits, a forecast, a text, and a supplier that is switched off", async () => {
    const ofClips = { smmService: { platform: "clips" } };
    await db().supplierService.updateMany({
      where: { mappings: { some: ofClips } },
      data: { maxQuantity: 777 },
    });
    expect(await read()).toContain("/clips");
    await db().$executeRaw`
      INSERT INTO variant_forecasts (platform_slug, service_slug, size, within_minutes, orders)
      VALUES ('clips', 'views', 0, 60, 40)`;
    expect(await read()).toEqual(["/", "/clips"]);
    await db().platform.update({
      where: { slug: "clips" },
      data: { texts: { ...clips.texts, lead: "All about clips." } },
    });
    expect(await read()).toEqual(["/", "/clips"]);
    await db().serviceMapping.updateMany({ where: ofClips, data: { isActive: false } });
    expect(await read()).toEqual(["/", "/clips"]);
    await db().serviceMapping.updateMany({ where: ofClips, data: { isActive: true } });
    expect(await read()).toEqual(["/", "/clips"]);
  });

  it("are all for the first review, which ends the claimed rating, and those of what was bought for others", async () => {
    const review = async () => {
      const { id } = await orderFactory(db(), { data: { status: "completed", finishedAt: new Date() } });
      await db().review.create({ data: { orderId: id, stars: 5 } });
      return read();
    };
    expect(await review()).toEqual(["*", "/", "/instagram"]);
    expect(await review()).toEqual(["/", "/instagram"]);
  });

  it("are all for a setting, a unit's words, and another name of a platform", async () => {
    await db().siteSetting.create({ data: { key: "announcement", value: "A new week." } });
    expect(await read()).toContain("*");
    await db().unit.update({ where: { slug: "views" }, data: { many: "plays" } });
    expect(await read()).toContain("*");
    await db().platform.update({ where: { slug: "clips" }, data: { label: "Clip" } });
    expect(await read()).toContain("*");
  });

  it("are those of a platform that is sold again, and all whose footer names it", async () => {
    await db().platform.update({ where: { slug: "clips" }, data: { status: "retired" } });
    expect(await read()).toEqual(["*", "/"]);
    expect(parts.pathsOf("/clips")).toEqual([]);
    await db().platform.update({ where: { slug: "clips" }, data: { status: "live" } });
    expect(await read()).toEqual(["*", "/", "/clips"]);
  });

  it("are found again after what was read is forgotten", async () => {
    parts.forgetParts();
    expect(await read()).toEqual(["*", "/", "/clips", "/instagram", "/tiktok"]);
  });
});

it("a page shows what was read at the last change, also while a later one is not announced yet", async () => {
  const shown = async () =>
    (await data.getCatalog()).packages.find(({ id }) => id === "clips-views-100")?.priceCents;
  await setPrice(80);
  await read();
  await setPrice(70);
  expect(await shown()).toBe(80);
  await setPrice(80);
  expect(await read()).toEqual([]);
  expect(await shown()).toBe(80);
});

it("a platform's pages are its own, those of each service and the selections", () => {
  expect(parts.pathsOf("/clips")).toEqual([
    "/clips",
    "/clips/post-selection",
    "/clips/reel-selection",
    ...["subscribers", "views", "likes"].flatMap((service) => [
      `/clips/${service}`,
      `/clips/details/${service}`,
      `/clips/checkout/${service}`,
    ]),
  ]);
  expect(parts.pathsOf("*")).toBeNull();
});

it("pages keep what was read before an outage, and change no part of it", async () => {
  const { packages } = await data.getCatalog();
  await own.proxy.cut();
  try {
    expect(await data.holdPageData()).toEqual({ isRead: false, isHeld: true });
    expect(await parts.changedParts()).toEqual([]);
    expect((await data.getCatalog()).packages).toEqual(packages);
  } finally {
    await own.proxy.restore();
  }
});
