import type { Db } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process-wide";
import type { UnitWords } from "./catalog";
import {
  type CatalogDocument,
  documentSchema,
  type PlatformEntry,
  type ServiceEntry,
  type UnitEntry,
} from "./document";
import { type CatalogNames, readNames } from "./read-document";
import first from "./shipped/first.json" with { type: "json" };

/** The catalogue that a new shop opens with: the seed writes it, and an image built without a database shows it. */
export const firstDocument: CatalogDocument = documentSchema.parse(first);

// Names, links and texts of the published catalogue. Prices and limits are never read from here: an order reads them
// from the database, so a process that is a minute behind sells nothing at a former price.
type Held = { document: CatalogNames; version: number };
const held = () => processWide("vocabulary", (): Held => ({ document: firstDocument, version: 0 }));

/** Reads the published names again. Web processes call it at their start and when it was changed. */
export async function refreshVocabulary(db: Db): Promise<void> {
  const document = await readNames(db);
  if (document.platforms.length > 0) held().document = document;
}

/** Reads the published names if the catalogue is another version than this process has. Workers call it now and then. */
export async function followVocabulary(db: Db): Promise<void> {
  const { _max } = await db.catalogVersion.aggregate({ _max: { number: true } });
  const version = _max.number ?? 0;
  if (version === held().version) return;
  await refreshVocabulary(db);
  held().version = version;
}

/** The words for what is counted. */
export function listUnits(): UnitEntry[] {
  return held().document.units;
}

/** All platforms in their order; drafts and retired ones only on request. */
export function listPlatforms({ all = false } = {}): PlatformEntry[] {
  return held().document.platforms.filter(({ status }) => all || status === "live");
}

/** A platform of any status; null for an unknown word. */
export function findPlatform(slug: string): PlatformEntry | null {
  return held().document.platforms.find((platform) => platform.slug === slug) ?? null;
}

/** A platform of any status, as rules for its links too. Throws for an unknown word. */
export function getPlatform(slug: string): PlatformEntry {
  const platform = findPlatform(slug);
  if (!platform) throw new Error(`no platform is called ${slug}`);
  return platform;
}

/** A platform that is sold; null for every other word. */
export function findLive(slug: string): PlatformEntry | null {
  const platform = findPlatform(slug);
  return platform?.status === "live" ? platform : null;
}

/** A platform's services that are sold, in their order. */
export function listServices({ services }: PlatformEntry): ServiceEntry[] {
  return services.filter(({ status }) => status === "live");
}

/** A service of any status; null for unknown words. */
export function findService(platform: string, slug: string): ServiceEntry | null {
  return findPlatform(platform)?.services.find((service) => service.slug === slug) ?? null;
}

/** `Instagram followers`; the words themselves where the catalogue does not have them. */
export function serviceName(platform: string, service: string): string {
  const label = findService(platform, service)?.label ?? service;
  return `${findPlatform(platform)?.label ?? platform} ${label.toLowerCase()}`;
}

type Sold = Omit<ServiceEntry, "unit"> & { unit: UnitWords };

/** A service with its unit's words. Throws for unknown words. */
export function getSold(platform: string, slug: string): Sold {
  const service = findService(platform, slug);
  const unit = service && findUnit(service.unit);
  if (!unit) throw new Error(`no service is called ${platform} ${slug}`);
  return { ...service, unit };
}

/** A unit's words; null for an unknown one. */
export function findUnit(slug: string): UnitEntry | null {
  return held().document.units.find((unit) => unit.slug === slug) ?? null;
}
