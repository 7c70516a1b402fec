import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { problemsOf } from "@/lib/shop/catalog/check-document";
import { documentSchema } from "@/lib/shop/catalog/document";
import { mergeDocument } from "@/lib/shop/catalog/merge-document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";

const folder = "lib/shop/catalog/shipped";
const files = readdirSync(folder).filter((name) => name !== "first.json");

it.each(files)("%s is a platform that is off and can be published as it is", (name) => {
  const shipped = documentSchema.parse(JSON.parse(readFileSync(`${folder}/${name}`, "utf8")));
  expect(shipped.platforms.map(({ slug, status }) => [`${slug}.json`, status])).toEqual([[name, "draft"]]);
  const merged = mergeDocument(firstDocument, shipped);
  expect(problemsOf(merged, firstDocument)).toEqual([]);
});

it("all of them together have no problem", () => {
  const merged = files.reduce(
    (document, name) =>
      mergeDocument(document, documentSchema.parse(JSON.parse(readFileSync(`${folder}/${name}`, "utf8")))),
    firstDocument,
  );
  expect(problemsOf(merged, firstDocument)).toEqual([]);
});
