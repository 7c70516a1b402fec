import type { CatalogDocument } from "./document";

/**
 * A document with the entries of a file, by slug or id: what both have becomes as the file has it, what only the file has
 * is added, and nothing is removed. Pure.
 */
export function mergeDocument(document: CatalogDocument, file: CatalogDocument): CatalogDocument {
  const platforms = merged(document.platforms, file.platforms, (held, platform) => ({
    ...platform,
    services: merged(held.services, platform.services, (service, next) => ({
      ...next,
      variants: merged(service.variants, next.variants),
    })),
  }));
  const units = merged(document.units, file.units).sort((one, other) => (one.slug < other.slug ? -1 : 1));
  return {
    units,
    platforms,
    packages: merged(document.packages, file.packages),
    addOns: merged(document.addOns, file.addOns),
  };
}

function merged<Entry extends { slug: string } | { id: string }>(
  entries: Entry[],
  added: Entry[],
  both: (held: Entry, entry: Entry) => Entry = (_, entry) => entry,
): Entry[] {
  const keyOf = (entry: Entry) => ("slug" in entry ? entry.slug : entry.id);
  const next = new Map(entries.map((entry) => [keyOf(entry), entry]));
  for (const entry of added) {
    const held = next.get(keyOf(entry));
    next.set(keyOf(entry), held ? both(held, entry) : entry);
  }
  return [...next.values()];
}
