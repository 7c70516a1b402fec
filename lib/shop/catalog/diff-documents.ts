import { isDeepStrictEqual } from "node:util";
import { formatCents } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import type { Surface } from "./catalog";
import { stepsText } from "./custom-amount";
import type {
  AddOnEntry,
  CatalogDocument,
  PackageEntry,
  PlatformEntry,
  ServiceEntry,
  UnitEntry,
  VariantEntry,
} from "./document";

/**
 * What changes about a platform, a service or a unit, in words. `paths` are the changed entries: `platforms/<slug>`,
 * `platforms/<slug>/<service>`, `packages/<id>`, `add-ons/<id>` or `units/<slug>`; an order of entries has none.
 */
export type CatalogChange = { about: string; paths: string[]; texts: string[] };

/** What differs between two documents, as buyers and operators would say it, in the order of the catalogue. Pure. */
export function changesBetween(before: CatalogDocument, after: CatalogDocument): CatalogChange[] {
  const changes = [
    ...after.units.map((unit) =>
      unitChange(
        before.units.find(({ slug }) => slug === unit.slug),
        unit,
      ),
    ),
    ...after.platforms.flatMap((platform) =>
      platformChanges(
        before.platforms.find(({ slug }) => slug === platform.slug),
        platform,
      ),
    ),
    ...soldChanges(before, after, "packages"),
    ...soldChanges(before, after, "addOns"),
    orderChange(before.platforms, after.platforms),
  ];
  return merged(changes.filter(({ texts }) => texts.length > 0));
}

/** How many changes there are. Pure. */
export const countChanges = (changes: readonly CatalogChange[]): number =>
  changes.reduce((sum, { texts }) => sum + texts.length, 0);

function merged(changes: CatalogChange[]): CatalogChange[] {
  const byName = new Map<string, CatalogChange>();
  for (const { about, paths, texts } of changes) {
    const held = byName.get(about) ?? { paths: [], texts: [] };
    byName.set(about, { about, paths: [...held.paths, ...paths], texts: [...held.texts, ...texts] });
  }
  return [...byName.values()];
}

function unitChange(before: UnitEntry | undefined, unit: UnitEntry): CatalogChange {
  const about = `Unit “${unit.many}”`;
  const paths = [`units/${unit.slug}`];
  if (!before) return { about, paths, texts: ["new"] };
  return {
    about,
    paths,
    texts: fieldTexts(before, unit, { one: "one", many: "several", counter: "public counter" }),
  };
}

const platformFields = {
  label: "name",
  accent: "accent",
  glyph: "drawing",
  hosts: "websites",
  adapter: "social data",
  sellsUnchecked: "sold without checks",
};
const platformParts = { slots: "parts of its links", linkForms: "links", texts: "texts of its page" };

function platformChanges(before: PlatformEntry | undefined, platform: PlatformEntry): CatalogChange[] {
  const { label, slug, status, services } = platform;
  const path = `platforms/${slug}`;
  const own = before
    ? [
        ...statusTexts(before.status, status),
        ...fieldTexts(before, platform, platformFields),
        ...partTexts(before, platform, platformParts),
      ]
    : [`new platform (${status})`];
  return [
    { about: label, paths: [path], texts: own },
    ...services.map((service) => {
      const held = before?.services.find((entry) => entry.slug === service.slug);
      const paths = [`${path}/${service.slug}`];
      return { about: `${label} ${service.label}`, paths, texts: serviceTexts(held, service) };
    }),
    { about: label, paths: [], texts: before ? orderTexts(before.services, services, "services") : [] },
  ];
}

function serviceTexts(before: ServiceEntry | undefined, service: ServiceEntry): string[] {
  if (!before) return [`new service (${service.status})`];
  return [
    ...statusTexts(before.status, service.status),
    ...fieldTexts(before, service, { label: "name", unit: "unit", target: "target", step: "step" }),
    ...partTexts(before, service, { texts: "texts of its page" }),
    ...service.variants.flatMap((variant) => {
      const held = before.variants.find(({ slug }) => slug === variant.slug);
      const name = service.variants.length > 1 ? `${variant.label}, ` : "";
      if (!held) return [`new quality ${variant.label}`];
      return variantTexts(held, variant).map((text) => `${name}${text}`);
    }),
    ...orderTexts(before.variants, service.variants, "qualities"),
  ];
}

function variantTexts(before: VariantEntry, variant: VariantEntry): string[] {
  const cents = [before, variant].map(({ pricePer1000Cents }) => formatCents(pricePer1000Cents));
  return [
    ...(cents[0] === cents[1] ? [] : [`list price per 1,000: ${cents[1]} instead of ${cents[0]}`]),
    ...fieldTexts(before, variant, {
      label: "quality",
      name: "name in the dashboard",
      description: "description",
      minQuantity: "minimum",
      maxQuantity: "maximum",
      deliveryTime: "delivery time",
      refillDays: "days of refills",
    }),
    ...(isDeepStrictEqual(before.priceSteps, variant.priceSteps)
      ? []
      : [`price by amount: ${stepsText(variant.priceSteps)} instead of ${stepsText(before.priceSteps)}`]),
  ];
}

const statusWords = { live: "on sale", draft: "a draft, not on sale", retired: "retired, no longer on sale" };

function statusTexts(before: keyof typeof statusWords, after: keyof typeof statusWords): string[] {
  return before === after ? [] : [`${statusWords[after]} (was ${before})`];
}

type Sold = PackageEntry | AddOnEntry;

function soldChanges(
  before: CatalogDocument,
  after: CatalogDocument,
  list: "packages" | "addOns",
): CatalogChange[] {
  const former: Sold[] = before[list];
  const entries: Sold[] = after[list];
  const held = new Map(former.map((entry) => [entry.id, entry]));
  const path = list === "packages" ? list : "add-ons";
  const services = new Map(entries.map((entry) => [entry.service, entry]));
  return [
    ...entries.map((entry) => ({
      about: aboutSold(entry, after),
      paths: [`${path}/${entry.id}`],
      texts: soldTexts(held.get(entry.id), entry, after),
    })),
    ...[...services].map(([service, example]) => {
      const of = (all: Sold[]) => all.filter((entry) => entry.service === service);
      return {
        about: serviceLabel(example, after),
        paths: [],
        texts: orderTexts(of(former), of(entries), list === "packages" ? "packages" : "add-ons"),
      };
    }),
  ];
}

const surfaceWords: Record<Surface, string> = {
  checkout: "at the checkout",
  "post-selection": "where posts are chosen",
  "reel-selection": "where reels are chosen",
};

/** `Instagram Followers`; `Followers` for several platforms. */
function aboutSold(entry: Sold, { platforms }: CatalogDocument): string {
  const names = entry.platforms.map((slug) => platforms.find((each) => each.slug === slug)?.label ?? slug);
  return `${names.join(" and ")} ${serviceLabel(entry, { platforms })}`;
}

function serviceLabel(
  { service, platforms: sold }: Sold,
  { platforms }: Pick<CatalogDocument, "platforms">,
): string {
  const services = platforms
    .filter(({ slug }) => sold.includes(slug))
    .flatMap((platform) => platform.services);
  return services.find(({ slug }) => slug === service)?.label ?? service;
}

function soldTexts(before: Sold | undefined, entry: Sold, document: CatalogDocument): string[] {
  const amount = entry.quantity.toLocaleString("en-US");
  const name =
    "surface" in entry ? `+${amount}${extraName(entry, document)} ${surfaceWords[entry.surface]}` : amount;
  const price = formatCents(entry.priceCents);
  if (!before) return [`${name}: new, ${entry.isActive ? price : "hidden"}`];
  const texts: string[] = [];
  if (before.priceCents !== entry.priceCents)
    texts.push(`${price} instead of ${formatCents(before.priceCents)}`);
  if (before.originalCents !== entry.originalCents) {
    texts.push(
      `original price ${formatCents(entry.originalCents)} instead of ${formatCents(before.originalCents)}`,
    );
  }
  if (before.isActive !== entry.isActive) texts.push(entry.isActive ? "on sale again" : "no longer on sale");
  if ("isPopular" in entry && "isPopular" in before && before.isPopular !== entry.isPopular) {
    texts.push(entry.isPopular ? "marked as popular" : "no longer marked as popular");
  }
  const labelOf = (slug: string) => document.platforms.find((each) => each.slug === slug)?.label ?? slug;
  for (const slug of entry.platforms.filter((each) => !before.platforms.includes(each))) {
    texts.push(`also for ${labelOf(slug)}`);
  }
  for (const slug of before.platforms.filter((each) => !entry.platforms.includes(each))) {
    texts.push(`no longer for ${labelOf(slug)}`);
  }
  if (before.quantity !== entry.quantity) texts.push(`instead of ${before.quantity.toLocaleString("en-US")}`);
  if (before.variant !== entry.variant) texts.push(`quality ${entry.variant} instead of ${before.variant}`);
  if (before.service !== entry.service) texts.push(`service ${entry.service} instead of ${before.service}`);
  if ("surface" in entry && "surface" in before && !isDeepStrictEqual(entry.extra, before.extra))
    texts.push("another service or quality is sold");
  return texts.map((text) => `${name}: ${text}`);
}

/** ` Followers` for an extra. */
function extraName({ extra, ...entry }: AddOnEntry, document: CatalogDocument): string {
  return extra ? ` ${serviceLabel({ ...entry, ...extra }, document)}` : "";
}

function orderChange(before: PlatformEntry[], after: PlatformEntry[]): CatalogChange {
  return { about: "Platforms", paths: [], texts: orderTexts(before, after, "platforms") };
}

/** Whether what both have comes in another order. */
function orderTexts(before: readonly Keyed[], after: readonly Keyed[], what: string): string[] {
  const [one, other] = [before.map(keyOf), after.map(keyOf)];
  const kept = one.filter((key) => other.includes(key));
  const isSame = other.filter((key) => one.includes(key)).every((key, place) => key === kept[place]);
  return isSame ? [] : [`another order of the ${what}`];
}

type Keyed = { slug: string } | { id: string };
const keyOf = (entry: Keyed) => ("slug" in entry ? entry.slug : entry.id);

/** Short values are named, before and after. */
function fieldTexts<Entry>(
  before: Entry,
  after: Entry,
  names: Partial<Record<keyof Entry, string>>,
): string[] {
  return changedNames(before, after, names).map(
    ([field, name]) => `${name}: ${valueText(after[field])} instead of ${valueText(before[field])}`,
  );
}

/** Texts and rules are too long to be repeated. */
function partTexts<Entry>(
  before: Entry,
  after: Entry,
  names: Partial<Record<keyof Entry, string>>,
): string[] {
  return changedNames(before, after, names).map(([, name]) => name);
}

function changedNames<Entry>(before: Entry, after: Entry, names: Partial<Record<keyof Entry, string>>) {
  const pairs = Object.entries(names) as [keyof Entry, string][];
  return pairs.filter(([field]) => !isDeepStrictEqual(before[field], after[field]));
}

function valueText(value: unknown): string {
  if (value === null) return "none";
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "number" ? value.toLocaleString("en-US") : `“${inWords(String(value))}”`;
}
