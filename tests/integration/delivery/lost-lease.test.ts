import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { submitItem } from "@/lib/delivery/submit/submit-item";
import { errorOf, useDatabase } from "../../support/database";
import { startDatabaseProxy } from "../../support/database-proxy";
import { paidOrderFactory } from "../../support/factories";
import { blockedSessions } from "../../support/holding";
import { usePanel } from "../../support/panel";
import { submitOptions, submitting } from "../../support/submitting";

const { database, db } = useDatabase();
const panel = usePanel(database);
const { findItem, submit, makeDue } = submitting(database);
const gate = 4_711;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let lock: pg.Client;

beforeAll(async () => {
  const { db, url } = database.current;
  proxy = await startDatabaseProxy(url);
  lock = new pg.Client({ connectionString: url });
  await lock.connect();
  // A lease's commit hangs on the server for as long as the test holds the gate.
  await db.$executeRawUnsafe(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_advisory_xact_lock(${gate}); RETURN NULL; END $$`);
  await db.$executeRawUnsafe(`
    CREATE CONSTRAINT TRIGGER gate AFTER UPDATE ON fulfillment_items DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW WHEN (NEW.state = 'submitting') EXECUTE FUNCTION wait_at_gate()`);
});
afterAll(async () => {
  await lock.end();
  await proxy.cut();
});

it("a worker that gets no answer to its lease's commit gives the lease back, and the item is sent once", async () => {
  const { item } = await paidOrderFactory(db());
  const connection = connect(proxy.url, 3);
  await lock.query("SELECT pg_advisory_lock($1)", [gate]);
  const options = { ...submitOptions({ ...database.current, ...connection }, 500), social: null };
  const lost = errorOf(submitItem(options, item.id));
  await expect.poll(() => blockedSessions(database.current)).toHaveLength(1);
  proxy.freeze();
  await lock.query("SELECT pg_advisory_unlock($1)", [gate]);
  await expect.poll(async () => (await findItem(item.id)).state).toBe("submitting");

  expect(isDatabaseOutage(await lost)).toBe(true);
  expect(await findItem(item.id)).toMatchObject({ state: "ready", attempt: 1, leaseToken: null });
  expect(await panel.view()).toMatchObject({ addCalls: 0 });
  await makeDue(item.id);
  await submit(item.id);
  expect(await findItem(item.id)).toMatchObject({ state: "submitted", attempt: 2 });
  expect(await panel.view()).toMatchObject({ addCalls: 1, accepted: 1 });
  await connection.close();
});
