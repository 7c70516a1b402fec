import type { Metadata } from "next";

/** The metadata of a page that a secret link opens: not indexed, no preview where it is shared, no referrer elsewhere. */
export function secretLinkMetadata(title: string): Metadata {
  return {
    title,
    robots: { index: false, follow: false },
    referrer: "same-origin",
    openGraph: null,
    twitter: null,
  };
}
