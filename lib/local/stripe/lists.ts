import { z } from "zod";
import { ApiError } from "./api-error";
import { integer, text } from "./params";

const limit = integer.refine((value) => value >= 1 && value <= 100, {
  error: "Invalid integer: limit must be between 1 and 100",
  params: { code: "parameter_invalid_integer" },
});

/** The parameters every list takes. */
export const listParams = {
  limit: limit.optional(),
  starting_after: text().optional(),
};

/** Bounds in Unix seconds. */
export const createdFilter = z
  .strictObject({ gt: integer, gte: integer, lt: integer, lte: integer })
  .partial()
  .optional();

/** True when an object created at that time passes the filter, or when there is no filter. */
export function isCreatedWithin(created: number, filter: z.output<typeof createdFilter>): boolean {
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = filter ?? {};
  return created > gt && created >= gte && created < lt && created <= lte;
}

type PageParams = { limit?: number | undefined; starting_after?: string | undefined };

/**
 * One page of a list, newest first, by default 10 entries. A cursor stays valid when its entry no longer passes the
 * filter. Throws ApiError 400 for an unknown cursor.
 */
export function page<T extends { id: string }>(
  all: T[],
  { limit: size = 10, starting_after: after }: PageParams,
  url: string,
  isWanted: (entry: T) => boolean = () => true,
) {
  const start = after === undefined ? 0 : positionOf(all, after) + 1;
  const rest = all.slice(start).filter(isWanted);
  return { object: "list", data: rest.slice(0, size), has_more: rest.length > size, url };
}

function positionOf<T extends { id: string }>(all: T[], id: string): number {
  const position = all.findIndex((entry) => entry.id === id);
  if (position >= 0) return position;
  throw new ApiError(400, `No such object: '${id}'`, { code: "resource_missing", param: "starting_after" });
}
