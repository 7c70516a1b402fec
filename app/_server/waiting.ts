import "server-only";
import { cache } from "react";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { listNeedsMe } from "@/lib/reporting/needs-me";
import { visitorRole } from "./session";

/** What waits for an operator of the visitor's role; read once for an admin page and its menu. */
export const waiting = cache(async () => listNeedsMe(getDb(), await visitorRole(), databaseNow()));
