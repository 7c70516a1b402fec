import "server-only";
import { cache } from "react";
import { getDb } from "@/lib/db/client";
import { countWaiting } from "@/lib/reporting/count-waiting";

/** What waits for a person: counted once for a page of the admin pages and the menu around it. */
export const waiting = cache(() => countWaiting(getDb()));
