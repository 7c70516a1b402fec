import "server-only";
import { sha256 } from "@/lib/base/ids";
import { processWide } from "@/lib/base/process-wide";
import type { PlatformEntry } from "@/lib/shop/catalog/document";
import { findLive, listPlatforms, listServices, listUnits } from "@/lib/shop/catalog/vocabulary";
import { firstSold, soldInWords } from "@/lib/shop/content/sold";
import { everyPage } from "./http/revalidation";
import {
  getAllLimits,
  getCatalog,
  getFacts,
  getForecasts,
  getNewestReviews,
  getReviewTotals,
} from "./page-data";
import { getSite } from "./site";

/** The part of the pages below, which show something of all platforms or what belongs to none. */
const lists = "/";
const listPaths = ["/", "/contact/stop-orders", "/facts", "/reviews", "/sitemap.xml"];

/** A platform's part is called by its address. */
const partOf = ({ slug }: PlatformEntry) => `/${slug}`;

type Parts = { shown: ReadonlyMap<string, string> };
const parts = () => processWide("page-parts", (): Parts => ({ shown: new Map() }));

/** The parts of what pages show that differ from those of the last call; all at the first one. */
export async function changedParts(): Promise<string[]> {
  const before = parts().shown;
  const now = await readParts();
  parts().shown = now;
  return [...now].filter(([part, text]) => before.get(part) !== text).map(([part]) => part);
}

/** Lets the next call find that everything has changed. */
export function forgetParts(): void {
  parts().shown = new Map();
}

/** The addresses of the pages that show a part; null for all pages. */
export function pathsOf(part: string): string[] | null {
  if (part === everyPage) return null;
  if (part === lists) return listPaths;
  const platform = findLive(part.slice(1));
  // Pages of a platform that is not sold are not shown; when it is sold again, its part has changed.
  if (!platform) return [];
  const steps = listServices(platform).flatMap(({ slug }) => [slug, `details/${slug}`, `checkout/${slug}`]);
  return [part, ...["post-selection", "reel-selection", ...steps].map((step) => `${part}/${step}`)];
}

async function readParts(): Promise<Map<string, string>> {
  const [site, catalog, limits, forecasts, totals, facts, reviews] = await Promise.all([
    getSite(),
    getCatalog(),
    getAllLimits(),
    getForecasts(),
    getReviewTotals(),
    getFacts(),
    getNewestReviews(),
  ]);
  const { packages, addOns, amounts, qualities } = catalog;
  const own = listPlatforms().map((platform): [string, string] => {
    const isOwn = (entry: { platform: string }) => entry.platform === platform.slug;
    const isFor = (entry: { platforms: string[] }) => entry.platforms.includes(platform.slug);
    const sold = [
      packages.filter(isFor),
      addOns.filter(isFor),
      amounts.filter(isOwn),
      qualities.filter(isOwn),
    ];
    const rest = [limits.filter(isOwn), forecasts.filter(isOwn), totals.stars.filter(isOwn)];
    return [partOf(platform), textOf([platform, sold, rest])];
  });
  return new Map([
    [everyPage, textOf([site, listUnits(), soldInWords(), firstSold()])],
    [lists, textOf([own, totals, facts, reviews])],
    ...own,
  ]);
}

const textOf = (shown: unknown) => sha256(JSON.stringify(shown));
