"use client";

import { AdminKeys } from "./admin-keys";
import { type ListPlace, useListTrail } from "./use-list-trail";

/** For a list that is no table: its keys, and the way from entry to entry and back. */
export function ListTrail(place: ListPlace) {
  useListTrail(place);
  return <AdminKeys place="list" />;
}
