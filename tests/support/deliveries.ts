import { beforeEach } from "vitest";
import { useDatabase } from "./database";
import { usePanel } from "./panel";
import { delivering, useEmptyOrders } from "./submitting";

/**
 * The base of tests of deliveries: a database and the suppliers' panel, where nothing completes by itself within a
 * test. Each test begins without orders, jobs, alerts and mails, and with `others` empty.
 */
export function useDeliveries(...others: string[]) {
  const { database, db } = useDatabase();
  const panel = usePanel(database);
  useEmptyOrders(database, ...others);
  beforeEach(() => panel.control({ speed: 3_600 }));
  return { database, db, panel, ...delivering(database) };
}
