"use client";

import { lazy } from "react";

const Notice = lazy(() => import("./not-found-notice"));

/**
 * The page for an unknown address. Next sends its not-found page along with every page, with most of them twice.
 * Loaded lazily, it is only a reference there, not markup and code that are hardly ever shown.
 */
export function NotFound(props: React.ComponentProps<typeof Notice>) {
  return <Notice {...props} />;
}
