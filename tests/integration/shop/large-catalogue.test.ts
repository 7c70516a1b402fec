import { expect, it } from "vitest";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { useDatabase } from "../../support/database";
import { mapLarge, withLarge } from "../../support/large-catalog";

const { db } = useDatabase();

it("60 platforms with 600 services and 3,000 packages are published at once, and sell while they are delivered", async () => {
  await changeCatalog(db(), withLarge);
  const document = await readDocument(db());
  expect(document.platforms).toHaveLength(62);
  expect(document.packages).toHaveLength(firstDocument.packages.length + 3_000);
  expect((await loadCatalog(db())).packages).toHaveLength(firstDocument.packages.length);
  await db().$executeRawUnsafe(mapLarge);
  expect((await loadCatalog(db())).packages).toHaveLength(firstDocument.packages.length + 3_000);
  await changeCatalog(db(), (held) => ({
    ...held,
    packages: held.packages.map((entry) => ({ ...entry, priceCents: entry.priceCents - 1 })),
  }));
  const prices = (await readDocument(db())).packages.map(({ priceCents }) => priceCents);
  expect(prices).toEqual(document.packages.map(({ priceCents }) => priceCents - 1));
});
