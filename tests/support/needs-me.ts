import { beforeEach } from "vitest";
import { databaseNow } from "@/lib/base/time/clock";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { useDatabase } from "./database";

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** The base of tests of Needs me: the list, and a database in which nothing waits for an operator before each test. */
export function useNeedsMe() {
  const { database, db } = useDatabase();
  beforeEach(async () => {
    await db().$executeRaw`TRUNCATE orders, operator_alerts, support_tickets, discrepancies, needs_me_snoozes,
      graphile_worker._private_jobs CASCADE`;
  });
  const list = () => listNeedsMe(db(), "owner", databaseNow());
  const subjects = async () => (await list()).entries.map(({ subject }) => subject);
  return { database, db, list, subjects };
}
