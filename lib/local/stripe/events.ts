import { z } from "zod";
import type { Account } from "./account";
import { createdFilter, isCreatedWithin, listParams, page } from "./lists";
import { list, text } from "./params";
import { newestFirst } from "./state";

export const listEventsSchema = z.strictObject({
  ...listParams,
  type: text().optional(),
  types: list(text()).optional(),
  created: createdFilter,
});

/** Events, newest first. `type` may end in a star (`checkout.session.*`). */
export function listEvents(account: Account, params: z.output<typeof listEventsSchema>) {
  const { type, types, created } = params;
  return page(
    newestFirst(account.state.events).map((stored) => stored.event),
    params,
    "/v1/events",
    (event) =>
      (type === undefined || matches(event.type, type)) &&
      (types === undefined || types.includes(event.type)) &&
      isCreatedWithin(event.created, created),
  );
}

function matches(type: string, pattern: string): boolean {
  return pattern.endsWith("*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
