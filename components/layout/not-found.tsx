"use client";

import { lazy } from "react";

const Notice = lazy(() => import("./not-found-notice"));

/**
 * The page for an unknown address. Next sends its not-found page along with every other page, mostly twice. Loading it
 * lazily sends only a reference instead of markup and code that are hardly ever shown.
 */
export function NotFound(props: React.ComponentProps<typeof Notice>) {
  return <Notice {...props} />;
}
