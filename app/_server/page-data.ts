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
import {
  type LimitsByVariant,
  limitsFor,
  loadCatalog,
  loadUnitLimits,
  type ServiceLimits,
} from "@/lib/shop/catalog/load-catalog";
import { loadPriceHistories, type PriceHistories, presentCatalog } from "@/lib/shop/catalog/price-history";
import type { ClaimSwitches } from "@/lib/shop/settings/claims";
import { type Holding, holdForPages, type PageRead, readForPages } from "./read-for-pages";
import { getSite, holdSettings } from "./site";

/**
 * The catalogue as prerendered pages show it, read once per page. A live shop strikes through only what the price history
 * supports. A build, and a process that has never reached the database, shows the first catalogue.
 */
export const getCatalog: () => Promise<Catalog> = cache(async () =>
  readForPages(catalogRead((await getSite()).claims)),
);

function catalogRead(claims: ClaimSwitches): PageRead<Catalog> {
  const presented = (catalog: Catalog, histories: PriceHistories) =>
    presentCatalog(catalog, {
      isStruck: Boolean(claims.struckPrices),
      isPopularShown: Boolean(claims.popular),
      histories: isLive() ? histories : null,
    });
  return {
    name: "catalog",
    read: async (db) => presented(...(await Promise.all([loadCatalog(db), loadPriceHistories(db)]))),
    otherwise: presented(firstCatalog, new Map()),
  };
}

const forecastsRead: PageRead<Forecast[]> = { name: "forecasts", read: listForecasts, otherwise: [] };

/** How long deliveries take, for prerendered pages; none as long as the database was never reached. */
export const getForecasts = (): Promise<Forecast[]> => readForPages(forecastsRead);

const limitsRead: PageRead<ServiceLimits[]> = { name: "limits", read: loadUnitLimits, otherwise: [] };

/** The limits of everything that is delivered, for prerendered pages; none as long as the database was never reached. */
export const getAllLimits: () => Promise<ServiceLimits[]> = cache(() => readForPages(limitsRead));

/**
 * The fewest and the most units one target can get, by quality, for prerendered pages. create-order checks them again.
 */
export async function getUnitLimits(platform: string, service: string): Promise<LimitsByVariant> {
  return limitsFor(await getAllLimits(), platform, service);
}

const factsRead: PageRead<CountedFact[]> = { name: "facts", read: listFacts, otherwise: [] };

/** The most recently counted facts, for prerendered pages. */
export const getFacts: () => Promise<CountedFact[]> = cache(() => readForPages(factsRead));

export const reviewsAPage = 30;

const reviewsRead: PageRead<ListPage<PublicReview>> = {
  name: "reviews",
  read: (db) => listReviews(db, { size: reviewsAPage }),
  otherwise: { rows: [], next: null },
};

/** The newest reviews, for prerendered pages. */
export const getNewestReviews: () => Promise<ListPage<PublicReview>> = cache(() => readForPages(reviewsRead));

const totalsRead: PageRead<ReviewTotals> = {
  name: "review-totals",
  read: countReviews,
  otherwise: { stars: [], hidden: [] },
};

/** How many reviews there are, for prerendered pages. */
export const getReviewTotals: () => Promise<ReviewTotals> = cache(() => readForPages(totalsRead));

/** Reads everything above again, and the settings before it. */
export async function holdPageData(): Promise<Holding> {
  const settings = await holdSettings();
  const { claims } = await getSite();
  const rest = await holdForPages([
    catalogRead(claims),
    forecastsRead,
    limitsRead,
    factsRead,
    reviewsRead,
    totalsRead,
  ]);
  return { isRead: settings.isRead && rest.isRead, isHeld: settings.isHeld && rest.isHeld };
}
