import type { Database } from "@/lib/db/client";
import { runIsolated } from "./set-aside";

/**
 * Runs steps one after the other. One that fails does not keep the next ones from running: it is set aside by its name
 * with an alert, and tried again with the next run all the same. Throws only an outage of the database.
 */
export async function runSteps(db: Database, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  await runIsolated(db, "steps", {
    entries: Object.entries(steps),
    idOf: ([name]) => name,
    run: async (some) => {
      for (const [, step] of some) await step();
    },
    isAlone: true,
  });
}
