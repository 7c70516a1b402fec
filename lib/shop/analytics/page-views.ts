import { z } from "zod";
import { findPlatform, findService, listPlatforms } from "@/lib/shop/catalog/vocabulary";

/** The pages whose views are counted, in the order of a purchase. */
const viewedPages = ["home", "platform", "service", "details", "selection", "checkout"] as const;

export type PageView = {
  page: (typeof viewedPages)[number];
  platform?: string | undefined;
  service?: string | undefined;
};

/** The query string of a request that counts a view. */
export const pageViewSchema = z.object({
  page: z.enum(viewedPages),
  platform: z
    .string()
    .refine((slug) => findPlatform(slug) !== null)
    .optional(),
  service: z
    .string()
    .refine((slug) => listPlatforms({ all: true }).some((platform) => findService(platform.slug, slug)))
    .optional(),
});

/** The address whose request counts a view of the page. */
export function pageViewPath({ page, platform, service }: PageView): string {
  const query = new URLSearchParams({ page, ...(platform && { platform }), ...(service && { service }) });
  return `/api/views?${query}`;
}

const robots = /bot|crawl|spider|slurp|headless|preview|lighthouse|monitor|curl|wget|python|\bjava\b|^$/i;

/**
 * True for a view that counts: a browser shows one of our pages to a visitor who has not asked to be left out (Do Not
 * Track, Global Privacy Control). A prefetch, a request from another site and anything that calls itself a robot do not
 * count.
 */
export function isCounted(headers: Headers): boolean {
  const is = (name: string, value: string) => headers.get(name) === value;
  if (is("dnt", "1") || is("sec-gpc", "1")) return false;
  if (/prefetch|prerender/i.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "")) return false;
  return is("sec-fetch-site", "same-origin") && !robots.test(headers.get("user-agent") ?? "");
}
