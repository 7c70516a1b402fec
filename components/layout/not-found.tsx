"use client";

import { lazy } from "react";

const Notice = lazy(() => import("./not-found-notice"));

/**
 * What an unknown address shows. Next sends its not-found page along with every page, twice with most: this is a reference
 * there, instead of the markup or the code of something that is hardly ever shown.
 */
export function NotFound(props: React.ComponentProps<typeof Notice>) {
  return <Notice {...props} />;
}
