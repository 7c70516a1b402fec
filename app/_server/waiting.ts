import "server-only";
import { cache } from "react";
import { getDb } from "@/lib/db/client";
import { countWaiting } from "@/lib/reporting/count-waiting";

/** What waits for manual review, counted once for an admin page and its menu. */
export const waiting = cache(() => countWaiting(getDb()));
