import "server-only";
import { cache } from "react";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { listNeedsMe } from "@/lib/reporting/needs-me";
import { visitorRole } from "./session";

/** The list "Needs me" for the visitor's role, read once for an admin page and its menu. */
export const needsMe = cache(async () => listNeedsMe(getDb(), await visitorRole(), databaseNow()));
