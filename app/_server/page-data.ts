import "server-only";
import { cache } from "react";
import { isLive } from "@/lib/base/env/env";
import type { ListPage } from "@/lib/base/list-page";
import { type CountedFact, listFacts } from "@/lib/buyer/facts/facts";
import type { Forecast } from "@/lib/orders/forecast/forecast";
import { listForecasts } from "@/lib/orders/forecast/refresh-forecasts";
import {
  countReviews,
  listReviews,
  type PublicReview,
  type ReviewTotals,
} from "@/lib/people/reviews/list-reviews";
import type { Catalog } from "@/lib/shop/catalog/catalog";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { type LimitsByVariant, loadCatalog, loadUnitLimits } from "@/lib/shop/catalog/load-catalog";
import { loadPriceHistories, presentCatalog } from "@/lib/shop/catalog/price-history";
import { readForPages } from "./read-for-pages";
import { getSite } from "./site";

/**
 * The catalogue as prerendered pages show it, read once per page. A live shop strikes through only what the price history
 * supports. A build, and a process that has never reached the database, shows the first catalogue.
 */
export const getCatalog: () => Promise<Catalog> = cache(async () => {
  const read = readForPages({
    name: "catalog",
    read: async (db) => {
      const [catalog, histories] = await Promise.all([loadCatalog(db), loadPriceHistories(db)]);
      return { catalog, histories };
    },
    otherwise: { catalog: firstCatalog, histories: new Map() },
  });
  const [{ catalog, histories }, { claims }] = await Promise.all([read, getSite()]);
  return presentCatalog(catalog, {
    isStruck: Boolean(claims.struckPrices),
    isPopularShown: Boolean(claims.popular),
    histories: isLive() ? histories : null,
  });
});

/** How long deliveries take, for prerendered pages; none as long as the database was never reached. */
export function getForecasts(): Promise<Forecast[]> {
  return readForPages({ name: "forecasts", read: listForecasts, otherwise: [] });
}

/**
 * The fewest and the most units one target can get, by quality, for prerendered pages; none as long as the database was
 * never reached. create-order checks them again.
 */
export function getUnitLimits(platform: string, service: string): Promise<LimitsByVariant> {
  return readForPages({
    name: `limits:${platform}:${service}`,
    read: (db) => loadUnitLimits(db, platform, service),
    otherwise: {},
  });
}

/** The most recently counted facts, for prerendered pages. */
export const getFacts: () => Promise<CountedFact[]> = cache(() =>
  readForPages({ name: "facts", read: listFacts, otherwise: [] }),
);

export const reviewsAPage = 30;

/** The newest reviews, for prerendered pages. */
export const getNewestReviews: () => Promise<ListPage<PublicReview>> = cache(() =>
  readForPages({
    name: "reviews",
    read: (db) => listReviews(db, { size: reviewsAPage }),
    otherwise: { rows: [], next: null },
  }),
);

/** How many reviews there are, for prerendered pages. */
export const getReviewTotals: () => Promise<ReviewTotals> = cache(() =>
  readForPages({ name: "review-totals", read: countReviews, otherwise: { stars: [], hidden: [] } }),
);
