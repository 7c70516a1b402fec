import { conflict, notFound } from "@/lib/base/errors";
import type {
  AddOnEntry,
  CatalogDocument,
  PackageEntry,
  PlatformEntry,
  ServiceEntry,
  UnitEntry,
} from "./document";

// Edits of a draft: each returns a new document. All are pure.

type Keyed = { slug: string } | { id: string };
const keyOf = (entry: Keyed) => ("slug" in entry ? entry.slug : entry.id);

/** The list with one entry changed. Errors: not_found. */
function changeIn<Entry extends Keyed>(
  entries: Entry[],
  key: string,
  change: (entry: Entry) => Entry,
): Entry[] {
  if (!entries.some((entry) => keyOf(entry) === key)) {
    throw notFound(`“${key}” is no longer in the draft. Reload the page.`);
  }
  return entries.map((entry) => (keyOf(entry) === key ? change(entry) : entry));
}

/** Changes an entry, or adds it after the others. */
export function putUnit(document: CatalogDocument, unit: UnitEntry): CatalogDocument {
  const units = [...document.units.filter(({ slug }) => slug !== unit.slug), unit];
  return { ...document, units: units.sort((one, other) => (one.slug < other.slug ? -1 : 1)) };
}

export function changePlatform(
  document: CatalogDocument,
  slug: string,
  change: (platform: PlatformEntry) => PlatformEntry,
): CatalogDocument {
  return { ...document, platforms: changeIn(document.platforms, slug, change) };
}

export function changeService(
  document: CatalogDocument,
  { platform, service }: { platform: string; service: string },
  change: (service: ServiceEntry) => ServiceEntry,
): CatalogDocument {
  return changePlatform(document, platform, (entry) => ({
    ...entry,
    services: changeIn(entry.services, service, change),
  }));
}

export function changePackage(
  document: CatalogDocument,
  id: string,
  change: Partial<PackageEntry>,
): CatalogDocument {
  return { ...document, packages: changeIn(document.packages, id, (entry) => ({ ...entry, ...change })) };
}

export function changeAddOn(
  document: CatalogDocument,
  id: string,
  change: Partial<AddOnEntry>,
): CatalogDocument {
  return { ...document, addOns: changeIn(document.addOns, id, (entry) => ({ ...entry, ...change })) };
}

/** Adds a package after the others. Errors: conflict when a platform has one of that size, hidden or not. */
export function addPackage(document: CatalogDocument, entry: Omit<PackageEntry, "id">): CatalogDocument {
  return { ...document, packages: [...document.packages, withId(document.packages, entry)] };
}

/** Adds an add-on after the others. Errors: conflict when a platform's page has one of that size, hidden or not. */
export function addAddOn(document: CatalogDocument, entry: Omit<AddOnEntry, "id">): CatalogDocument {
  return { ...document, addOns: [...document.addOns, withId(document.addOns, entry)] };
}

type Sold = Omit<PackageEntry, "id" | "isPopular"> & Partial<Pick<AddOnEntry, "surface" | "extra">>;

function withId<Entry extends Sold>(entries: readonly (Sold & { id: string })[], entry: Entry) {
  const isSame = (held: Sold) =>
    held.surface === entry.surface &&
    held.service === entry.service &&
    held.variant === entry.variant &&
    held.extra?.service === entry.extra?.service &&
    held.extra?.variant === entry.extra?.variant &&
    held.quantity === entry.quantity &&
    held.platforms.some((platform) => entry.platforms.includes(platform));
  if (entries.some(isSame)) {
    throw conflict(`There is one of ${entry.quantity.toLocaleString("en-US")} already. Edit it instead.`);
  }
  return { id: freeId(entries, entry), ...entry };
}

/** `<service>-<quantity>` as links have it, after its page for an add-on and its platform where that is taken. */
function freeId(entries: readonly { id: string }[], entry: Sold): string {
  const size = [entry.service, entry.extra?.service, entry.quantity].filter(Boolean).join("-");
  const place = entry.surface ? `${entry.surface}-` : "";
  const wanted = [size, `${entry.platforms[0]}-${size}`, `${entry.platforms[0]}-${size}-${entry.variant}`];
  const taken = new Set(entries.map(({ id }) => id));
  const free = wanted.map((id) => `${place}${id}`).find((id) => !taken.has(id));
  return free ?? `${place}${wanted[2]}-${entries.length}`;
}

/** Puts the packages or add-ons of `ids` into this order; all others stay where they are. */
export function sortEntries(document: CatalogDocument, ids: readonly string[]): CatalogDocument {
  return { ...document, packages: sorted(document.packages, ids), addOns: sorted(document.addOns, ids) };
}

/** Puts platforms, or a platform's services, into this order. */
export function sortPlatforms(
  document: CatalogDocument,
  ids: readonly string[],
  servicesOf?: string,
): CatalogDocument {
  if (!servicesOf) return { ...document, platforms: sorted(document.platforms, ids) };
  return changePlatform(document, servicesOf, (platform) => ({
    ...platform,
    services: sorted(platform.services, ids),
  }));
}

function sorted<Entry extends Keyed>(entries: Entry[], keys: readonly string[]): Entry[] {
  const found = keys.flatMap((key) => entries.find((entry) => keyOf(entry) === key) ?? []);
  const moved = new Set(found);
  const next = found.values();
  return entries.map((entry) => (moved.has(entry) ? (next.next().value ?? entry) : entry));
}

/**
 * Puts the entries of these paths (diff-documents.ts) back to what `now` says. An entry that `now` lacks goes, and with a
 * platform or service what is sold of it.
 */
export function undo(
  document: CatalogDocument,
  now: CatalogDocument,
  paths: readonly string[],
): CatalogDocument {
  return paths.reduce((held, path) => undoOne(held, now, path), document);
}

function undoOne(document: CatalogDocument, now: CatalogDocument, path: string): CatalogDocument {
  const [list, key = "", service] = path.split("/");
  const { units, packages, addOns, platforms } = document;
  if (list === "units") return { ...document, units: putBack(units, now.units, key) };
  if (list === "packages") return { ...document, packages: putBack(packages, now.packages, key) };
  if (list === "add-ons") return { ...document, addOns: putBack(addOns, now.addOns, key) };
  // A path before may have taken the platform away.
  if (list !== "platforms" || !platforms.some(({ slug }) => slug === key)) return document;
  const before = now.platforms.find(({ slug }) => slug === key);
  if (service === undefined && before) {
    return changePlatform(document, key, ({ services }) => ({ ...before, services }));
  }
  if (service === undefined) return withoutSold({ ...document, platforms: putBack(platforms, [], key) });
  const former = before?.services ?? [];
  const change = (platform: PlatformEntry) => ({
    ...platform,
    services: putBack(platform.services, former, service),
  });
  return withoutSold(changePlatform(document, key, change));
}

/** The list with one entry as `before` has it, or without it. */
function putBack<Entry extends Keyed>(entries: Entry[], before: readonly Entry[], key: string): Entry[] {
  const former = before.find((entry) => keyOf(entry) === key);
  return entries.flatMap((entry) => (keyOf(entry) === key ? (former ?? []) : entry));
}

/** Without packages and add-ons of a platform's service that is not there. */
function withoutSold(document: CatalogDocument): CatalogDocument {
  const isThere = (platform: string, service: string) =>
    document.platforms.some(
      ({ slug, services }) => slug === platform && services.some((each) => each.slug === service),
    );
  const kept = <Entry extends PackageEntry | AddOnEntry>(entries: Entry[]) =>
    entries.flatMap((entry) => {
      const extra = "extra" in entry ? entry.extra : undefined;
      const services = extra ? [entry.service, extra.service] : [entry.service];
      const platforms = entry.platforms.filter((platform) =>
        services.every((service) => isThere(platform, service)),
      );
      return platforms.length > 0 ? [{ ...entry, platforms }] : [];
    });
  return { ...document, packages: kept(document.packages), addOns: kept(document.addOns) };
}

/**
 * A document with what `now` has and it lacks, because orders refer to all that was ever published. What is added is no
 * longer sold.
 */
export function withWhatIsSold(document: CatalogDocument, now: CatalogDocument): CatalogDocument {
  const retire = <Entry extends { status: string }>(entry: Entry): Entry =>
    entry.status === "live" ? { ...entry, status: "retired" } : entry;
  const hide = <Entry extends { isActive: boolean }>(entry: Entry): Entry => ({ ...entry, isActive: false });
  const retirePlatform = (platform: PlatformEntry) => ({
    ...retire(platform),
    services: platform.services.map(retire),
  });
  const platforms = document.platforms.map((platform) => {
    const held = now.platforms.find(({ slug }) => slug === platform.slug);
    if (!held) return platform;
    const services = platform.services.map((service) => {
      const variants = held.services.find(({ slug }) => slug === service.slug)?.variants ?? [];
      return { ...service, variants: joined(service.variants, variants) };
    });
    return { ...platform, services: joined(services, held.services, retire) };
  });
  const known = now.units.filter((unit) => document.units.every(({ slug }) => slug !== unit.slug));
  return {
    ...known.reduce(putUnit, document),
    platforms: joined(platforms, now.platforms, retirePlatform),
    packages: joined(document.packages, now.packages, hide),
    addOns: joined(document.addOns, now.addOns, hide),
  };
}

function joined<Entry extends Keyed>(
  entries: Entry[],
  held: Entry[],
  change: (entry: Entry) => Entry = (entry) => entry,
): Entry[] {
  const keys = new Set(entries.map(keyOf));
  return [...entries, ...held.filter((entry) => !keys.has(keyOf(entry))).map(change)];
}
