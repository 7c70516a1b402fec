/**
 * Addresses of the shop's own pages and files, which no platform can have: the first parts of the folders of `app` and
 * of public files, and a few that shops commonly add. Words of two letters are kept for languages.
 */
const reservedSlugs = new Set(
  [
    "accessibility account-deleted admin admin-auth api apple-icon auth contact dashboard dev-mails facts icon imprint",
    "legal llms logo mail-mark opengraph-image order order-email orders privacy readme readme-admin refunds reviews",
    "robots settings sitemap success swell terms tickets track withdraw",
    "about all blog cart checkout favicon feed help home login logout manifest new search service services shop signup",
    "static status support well-known www",
  ].flatMap((line) => line.split(" ")),
);

/** Whether a platform may not have this address. Pure. */
export const isReserved = (slug: string): boolean => slug.length < 3 || reservedSlugs.has(slug);
