"use client";

import { AdminKeys } from "./admin-keys";
import { useListTrail } from "./use-list-trail";

/** For a list that is no table: its keys, and the way from entry to entry and back. */
export function ListTrail({ hrefs, hasMore }: { hrefs: string[]; hasMore: boolean }) {
  useListTrail(hrefs, hasMore);
  return <AdminKeys place="list" />;
}
