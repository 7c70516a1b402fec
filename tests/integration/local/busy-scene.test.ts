import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMs, day, hour } from "@/lib/base/time/time";
import { busySupplierKeys } from "@/lib/local/busy/run-busy";
import { seedBusy, writeStates } from "@/lib/local/busy/seed-busy";
import type { Emulator } from "@/lib/local/emulator-server";
import { startPanel } from "@/lib/local/panel/start";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { startStripe } from "@/lib/local/stripe/start";
import { moveCursor } from "@/lib/money/reconciliation/discrepancies";
import { reconcileLedger } from "@/lib/money/reconciliation/reconcile-ledger";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { useDatabase } from "../../support/database";
import { checkInvariants } from "../../support/invariants";
import { openClient } from "../../support/stripe";
import { testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const dataDir = mkdtempSync(join(tmpdir(), "busy-"));
let stripe: Emulator;
let panel: Emulator;

beforeAll(async () => {
  const { url } = database.current;
  await seedWithSuppliers(url, {
    secret: testSecret,
    panelUrl: "http://127.0.0.1:1/api/v2",
    suppliers: busySupplierKeys,
  });
  const states = await seedBusy(db(), { orders: 600, shopUrl: "http://shop.example", stripeUrl: "http://s" });
  writeStates(dataDir, states);
  stripe = await startStripe({ port: 0, stateFile: join(dataDir, "stripe.json") });
  panel = await startPanel({ port: 0, stateFile: join(dataDir, "panel.json") });
}, 120_000);
afterAll(async () => {
  await stripe?.close();
  await panel?.close();
  rmSync(dataDir, { recursive: true });
});

it("breaks no invariant, by the database, the payments and the suppliers", async () => {
  const witnesses = { stripeControl: `${stripe.url}/_control`, panelControl: `${panel.url}/_control` };
  expect(await checkInvariants(db(), witnesses)).toEqual([]);
});

it("has a ledger that agrees with Stripe's balance", async () => {
  await moveCursor(db(), "balance_transactions", addMs(new Date(), -30 * day).toISOString());
  const deps = { db: db(), stripe: openClient(stripe.url) };
  expect(await reconcileLedger(deps, addMs(new Date(), hour))).toEqual([]);
});

it("has orders in every status, and something of each kind that needs an operator", async () => {
  const statuses = await db().order.groupBy({ by: ["status"] });
  expect(statuses).toHaveLength(6);
  const { entries } = await listNeedsMe(db(), "owner", new Date());
  const kinds = new Set(entries.flatMap(({ lead, others }) => [lead, ...others].map(({ kind }) => kind)));
  const expected = [
    "dispute",
    "flagged",
    "held_refund",
    "order_alert",
    "paused",
    "refill",
    "review",
    "ticket",
  ];
  expect([...kinds]).toEqual(expect.arrayContaining(expected));
});
