/** The id of a list's entry on its page, from the address that it opens. Pure. */
export const entryId = (href: string): string => `entry-${href.slice(href.lastIndexOf("/") + 1)}`;
