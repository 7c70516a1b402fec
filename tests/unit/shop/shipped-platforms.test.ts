import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { panelServices, platformOfLink } from "@/lib/local/panel/services";
import { problemsOf } from "@/lib/shop/catalog/check-document";
import { documentSchema } from "@/lib/shop/catalog/document";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";

const folder = "lib/shop/catalog/shipped";
const files = readdirSync(folder).filter((name) => name !== "first.json");
const read = (name: string) => documentSchema.parse(JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));

it.each(files)("%s is a platform that is off and can be published as it is", (name) => {
  const shipped = read(name);
  expect(shipped.platforms.map(({ slug, status }) => [`${slug}.json`, status])).toEqual([[name, "draft"]]);
  const merged = mergeDocument(firstDocument, shipped);
  expect(problemsOf(merged, firstDocument)).toEqual([]);
});

it("all of them together have no problem", () => {
  const merged = files.reduce((document, name) => mergeDocument(document, read(name)), firstDocument);
  expect(problemsOf(merged, firstDocument)).toEqual([]);
});

it("YouTube alone has social data of its own", () => {
  const adapters = files.flatMap((name) => read(name).platforms.map(({ slug, adapter }) => [slug, adapter]));
  expect(adapters.filter(([, adapter]) => adapter !== null)).toEqual([["youtube", "youtube"]]);
});

it.each(files)("%s can be delivered by the panel emulator, at least one of its services", (name) => {
  const { platforms, packages } = read(name);
  for (const { slug, services, linkForms } of platforms) {
    for (const { taken } of linkForms) expect(taken.map(platformOfLink)).toEqual(taken.map(() => slug));
    const kinds = panelServices.filter(
      ({ supplier, platform, type }) => supplier === "panel-key-1" && platform === slug && type === "Default",
    );
    expect(services.map((service) => service.slug)).toEqual(
      expect.arrayContaining(kinds.map(({ kind }) => kind)),
    );
    const isWhole = slug === "youtube" || slug === "telegram";
    expect(kinds.length).toBeGreaterThanOrEqual(isWhole ? services.length : 1);
    for (const { kind, min, max, rate } of kinds) {
      const own = services.find((service) => service.slug === kind)?.variants[0];
      expect(min).toBeLessThanOrEqual(own?.minQuantity ?? 0);
      for (const { quantity, priceCents } of packages.filter(({ service }) => service === kind)) {
        expect([quantity >= min, quantity <= max]).toEqual([true, true]);
        expect((Number(rate) * quantity) / 10).toBeLessThan(priceCents);
      }
    }
  }
});
