import "server-only";
import { cache } from "react";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { visitorRole } from "./session";

/** The list "Needs me" for the visitor's role, read once for an admin page and its menu. */
export const needsMe = cache(async () => listNeedsMe(getDb(), await visitorRole(), databaseNow()));
