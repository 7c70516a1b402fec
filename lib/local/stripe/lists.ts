import { z } from "zod";
import { ApiError } from "./api-error";
import { expand, integer, text } from "./params";

const limit = integer.refine((value) => value >= 1 && value <= 100, {
  error: "Invalid integer: limit must be between 1 and 100",
  params: { code: "parameter_invalid_integer" },
});

/** The parameters every list takes. */
export const listParams = {
  limit: limit.optional(),
  starting_after: text().optional(),
  expand,
};

/** Bounds in Unix seconds. */
export const createdFilter = z
  .strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  })
  .default({});

/** True when an object created at that time passes the filter. */
export function isCreatedWithin(created: number, filter: z.output<typeof createdFilter>): boolean {
  return (
    created > (filter.gt ?? -Infinity) &&
    created >= (filter.gte ?? -Infinity) &&
    created < (filter.lt ?? Infinity) &&
    created <= (filter.lte ?? Infinity)
  );
}

type ApiList<T> = { object: "list"; data: T[]; has_more: boolean; url: string };

type PageParams = { limit?: number | undefined; starting_after?: string | undefined };

/**
 * One page of a list, newest first, by default 10 entries. A cursor stays valid when its entry no longer passes the
 * filter. Throws ApiError 400 for an unknown cursor.
 */
export function page<T extends { id: string }>(
  all: T[],
  params: PageParams,
  url: string,
  isWanted: (entry: T) => boolean = () => true,
): ApiList<T> {
  const { limit: size = 10, starting_after: after } = params;
  const position = after === undefined ? -1 : all.findIndex((entry) => entry.id === after);
  if (after !== undefined && position < 0) {
    const fields = { code: "resource_missing", param: "starting_after" };
    throw new ApiError(400, `No such object: '${after}'`, fields);
  }
  const rest = all.slice(position + 1).filter(isWanted);
  return { object: "list", data: rest.slice(0, size), has_more: rest.length > size, url };
}
