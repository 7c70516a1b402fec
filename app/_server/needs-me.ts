import "server-only";
import { cache } from "react";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { visitorRole } from "./session";

/** The list "Needs me" for the visitor's role with its counts, read once for an admin page and its menu. */
export const needsMe = cache(async () => {
  const list = await listNeedsMe(getDb(), await visitorRole(), databaseNow());
  const tickets = list.entries.filter(({ lead }) => lead.kind === "ticket");
  return {
    ...list,
    waiting: list.entries.length + list.moreTickets,
    waitingTickets: tickets.length + list.moreTickets,
  };
});
