import "server-only";
import { cache } from "react";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { listNeedsMe } from "@/lib/reporting/needs-me";

/** What waits for an operator, read once for an admin page and its menu. */
export const waiting = cache(() => listNeedsMe(getDb(), databaseNow()));
