import { sweep } from "@/lib/worker/sweep";
import type { TestDatabase } from "./database";

/** One round of the sweeper, with the leases of a worker. */
export const sweepOnce = ({ db }: Pick<TestDatabase, "db">) =>
  sweep({ db, submitLeaseMs: 60_000, jobLeaseMs: 120_000 });
