import { describe, expect, it } from "vitest";
import { listenTo } from "@/lib/base/db/listen";
import { newId } from "@/lib/base/ids";
import { seal, unseal } from "@/lib/base/secret-box";
import { addMs, minute } from "@/lib/base/time/time";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { addSupplier, pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { countFailure, holdSupplier } from "@/lib/delivery/suppliers/health";
import { listSuppliers } from "@/lib/delivery/suppliers/list-suppliers";
import { failuresToOpen } from "@/lib/delivery/suppliers/pace";
import { askBalances, refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import type { SupplierChange } from "@/lib/delivery/suppliers/supplier-forms";
import { testConnection, testSupplier } from "@/lib/delivery/suppliers/test-supplier";
import { codeOf, textOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { auditOf, byOps } from "../../support/factories";
import { nowhere, pointSuppliersAt } from "../../support/panel";
import { answering, openEmulator } from "../../support/suppliers";
import { testSecret } from "../../support/test-env";

const { database, db, panel, provider, sentOrder, poll, audited } = useDeliveries();
const deps = () => ({ db: db(), provider });

const added = (name: string, apiUrl = panel.url()) =>
  addSupplier(deps(), {
    supplier: { kind: "panel_v2", name, apiUrl, apiKey: "panel-key-1" },
    ...byOps,
  });

const change = (supplierId: string, facts: SupplierChange) =>
  changeSupplier(deps(), { supplierId, change: facts, ...byOps });

describe("adding a supplier", () => {
  it("seals its key, which is never in the log", async () => {
    const id = await added("Brand new");
    const supplier = await db().supplier.findUniqueOrThrow({ where: { id } });
    expect(unseal(testSecret, `supplier:${id}`, supplier.apiKeySealed ?? "")).toBe("panel-key-1");
    const entries = await auditOf(db(), id);
    expect(entries).toMatchObject([{ action: "supplier.added" }]);
    expect(textOf(entries)).not.toContain("panel-key-1");
  });

  it("requires https for an address on another machine", async () => {
    const live = { db: db(), provider: { ...provider, reach: "public" as const } };
    const facts = { name: "Plain", apiUrl: "http://panel.example/api", apiKey: "k".repeat(9) };
    expect(await codeOf(addSupplier(live, { supplier: { kind: "panel_v2", ...facts }, ...byOps }))).toBe(
      "invalid_input",
    );
  });

  it("and then changing its key takes it off hold, and shows the key nowhere", async () => {
    const supplierId = await added("To change");
    await db().supplier.update({
      where: { id: supplierId },
      data: { holdUntil: new Date(Date.now() + 60_000), holdReason: "bad_key" },
    });
    await change(supplierId, { apiKey: "panel-key-2", lowBalance: "50" });
    const supplier = await db().supplier.findUniqueOrThrow({ where: { id: supplierId } });
    expect(unseal(testSecret, `supplier:${supplierId}`, supplier.apiKeySealed ?? "")).toBe("panel-key-2");
    expect(supplier).toMatchObject({ holdUntil: null, holdReason: null });
    expect(supplier.lowBalance.toString()).toBe("50");
    const entries = textOf(await auditOf(db(), supplierId));
    expect(entries).toContain('"apiKey":"changed"');
    expect(entries).not.toContain("panel-key-2");
    expect(await codeOf(change(supplierId, { evidenceMode: "request_id" }))).toBe("invalid_input");
  });
});

describe("a supplier's key", () => {
  it("is never sent to another server than the one for which it was entered", async () => {
    const supplierId = await added("To redirect");
    const elsewhere = await openEmulator(answering('{"balance":"1","currency":"USD"}'));
    await expect(change(supplierId, { apiUrl: elsewhere.url })).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { apiKey: expect.stringContaining("Enter the key again") },
    });
    expect(await testSupplier(deps(), { supplierId, actor: byOps.actor })).toContain("Connected");
    expect(elsewhere.calls()).toBe(0);
    // Another path of the same server needs no new key.
    await change(supplierId, { apiUrl: panel.url().replace("/api/v2", "/api/v3") });
    await change(supplierId, { apiUrl: elsewhere.url, apiKey: "key-of-elsewhere" });
    expect(await testSupplier(deps(), { supplierId, actor: byOps.actor })).toContain("Connected");
    expect(elsewhere.calls()).toBe(1);
    await db().supplier.delete({ where: { id: supplierId } });
  });
});

describe("a test of the connection", () => {
  const access = (apiUrl: string, key = "panel-key-1") => {
    const id = newId();
    const apiKeySealed = seal(testSecret, `supplier:${id}`, key);
    return { id, kind: "panel_v2" as const, apiUrl, apiKeySealed, name: "Panel A" };
  };

  it("names the balance when the connection works", async () => {
    const test = await testConnection(deps(), access(panel.url()));
    expect(test).toMatchObject({
      isWell: true,
      currency: "USD",
      message: expect.stringContaining("5000.00000 USD"),
    });
  });

  it.each([
    ["the key is wrong", () => access(panel.url(), "wrong-key"), "refuses the key"],
    ["no panel is there", () => access(nowhere), "No panel answered at this address"],
    ["no address is stored", () => ({ ...access(panel.url()), apiUrl: null }), "Enter the key again"],
  ])("says when %s and what to do", async (_, supplier, message) => {
    expect(await testConnection(deps(), supplier())).toMatchObject({
      isWell: false,
      message: expect.stringContaining(message),
    });
  });

  it("gives the same answer for an open port, a closed one and an address that is refused", async () => {
    const page = await openEmulator(answering("<html>", 404));
    const gone = await openEmulator((response) => void response.destroy());
    const live = { ...provider, reach: "public" as const };
    const port = new URL(page.url).port;
    const messages = await Promise.all([
      ...[page.url, gone.url, nowhere].map((url) => testConnection(deps(), access(url))),
      ...["localhost", "127.0.0.1", "[::1]", "169.254.169.254", "10.0.0.1"].map((host) =>
        testConnection({ ...deps(), provider: live }, access(`https://${host}:${port}/api/v2`)),
      ),
    ]);
    expect(new Set(messages.map((test) => test.message)).size).toBe(1);
    expect(page.calls()).toBe(1);
  });

  it("follows no redirect, which would get the key", async () => {
    const elsewhere = await openEmulator(answering('{"balance":"1","currency":"USD"}'));
    const redirecting = await openEmulator(
      (response) => void response.writeHead(307, { location: elsewhere.url }).end(),
    );
    expect(await testConnection(deps(), access(redirecting.url))).toMatchObject({ isWell: false });
    expect(elsewhere.calls()).toBe(0);
  });

  it("is in the audit log, whatever its result", async () => {
    const supplierId = await added("Tested");
    const { actor } = byOps;
    expect(await testSupplier(deps(), { supplierId, actor })).toContain("Connected");
    const tested = (await listSuppliers(db())).find(({ id }) => id === supplierId);
    expect(tested).toMatchObject({ balance: expect.any(String), balanceAt: expect.any(Date) });
    await db().supplier.update({ where: { id: supplierId }, data: { apiUrl: nowhere } });
    expect(await codeOf(testSupplier(deps(), { supplierId, actor }))).toBe("upstream_failed");
    const [, well, unwell] = await auditOf(db(), supplierId);
    expect(well).toMatchObject({ action: "supplier.tested", actor: "ops", after: { isWell: true } });
    expect(unwell).toMatchObject({
      action: "supplier.tested",
      after: { isWell: false, message: expect.stringContaining("No panel answered at this address") },
    });
  });
});

describe("balances", () => {
  it("are stored with their time; a low one raises an alert, with one mail, until it is topped up", async () => {
    await panel.control({ balance: { "panel-key-1": 4, "panel-key-2": 300 } });
    await refreshBalances(deps());
    await refreshBalances(deps());
    const suppliers = await listSuppliers(db());
    expect(suppliers.find(({ name }) => name === "Emulator supplier 1")).toMatchObject({
      balance: "4.0000000",
      balanceCurrency: "USD",
      balanceAt: expect.any(Date),
    });
    const low = () => db().operatorAlert.findMany({ where: { kind: "low_balance", resolvedAt: null } });
    const firstOnes = (await low()).filter(({ message }) => message.includes("Emulator supplier 1"));
    expect(firstOnes).toHaveLength(1);
    const mails = (await db().emailLog.findMany()).filter((mail) =>
      mail.key.includes(firstOnes[0]?.key ?? "-"),
    );
    expect(mails).toHaveLength(1);
    await panel.control({ balance: 300 });
    await refreshBalances(deps());
    expect(await low()).toEqual([]);
  });

  it("that rise end a hold for lack of funds with its alert, and tell the pages; those that fall do not", async () => {
    const supplierId = await added("Empty one");
    const held = async () =>
      (await db().supplier.findUniqueOrThrow({ where: { id: supplierId } })).holdReason;
    const told: string[] = [];
    await panel.control({ balance: 5 });
    // Tells the pages of the currency, by which margins are judged.
    await refreshBalances(deps());
    const listening = await listenTo(database.current.url, "catalog_changed", (table) => told.push(table));
    await db().$transaction((tx) => holdSupplier(tx, supplierId, { reason: "no_funds", ms: minute }));
    await expect.poll(() => told).toEqual(["suppliers"]);
    await panel.control({ balance: 4 });
    await refreshBalances(deps());
    expect(await held()).toBe("no_funds");
    await panel.control({ balance: 40 });
    await refreshBalances(deps());
    expect(await held()).toBeNull();
    await expect.poll(() => told).toEqual(["suppliers", "suppliers"]);
    await listening.close();
    const alert = await db().operatorAlert.findUniqueOrThrow({ where: { key: `no_funds:${supplierId}` } });
    expect(alert.resolvedAt).not.toBeNull();
    await panel.control({ balance: 300 });
    await refreshBalances(deps());
  });

  it("below zero are shown as they are, and count as low", async () => {
    const overdrawn = await openEmulator(answering('{"balance":"-1.09","currency":"USD"}'));
    await pointSuppliersAt(database.current, overdrawn.url);
    await refreshBalances(deps());
    const [supplier] = await listSuppliers(db());
    expect(supplier).toMatchObject({ balance: "-1.0900000", runwayDays: 0 });
    const alert = await db().operatorAlert.findUnique({ where: { key: `low_balance:${supplier?.id}` } });
    expect(alert?.message).toContain("has -1.09 USD left");
  });

  it("that a supplier does not report stay as they were", async () => {
    await refreshBalances(deps());
    const before = await listSuppliers(db());
    await db().supplier.updateMany({ data: { apiUrl: nowhere } });
    expect(await refreshBalances(deps())).toEqual({ answered: [], silent: before.map(({ name }) => name) });
    expect((await listSuppliers(db())).map(({ balance }) => balance)).toEqual(
      before.map(({ balance }) => balance),
    );
  });

  it("that an operator requests are in the audit log, with the suppliers that did and did not answer", async () => {
    const supplierId = await added("Silent one");
    await db().supplier.update({ where: { id: supplierId }, data: { apiUrl: nowhere } });
    const asked = await askBalances(deps(), { actor: byOps.actor });
    expect(asked).toEqual({
      answered: expect.arrayContaining(["Emulator supplier 1"]),
      silent: ["Silent one"],
    });
    const entries = await db().auditEntry.findMany({ where: { action: "suppliers.balances_asked" } });
    expect(entries).toMatchObject([{ actor: "ops", after: asked }]);
  });

  it("show for how many days they will last at the last week's spending", async () => {
    await panel.control({ speed: 0, balance: 126 });
    await sentOrder({ quantity: 20_000, priceCents: 19_900 });
    await poll();
    await refreshBalances(deps());
    const supplier = (await listSuppliers(db())).find(({ name }) => name === "Emulator supplier 1");
    // $18 was spent in seven days, $108 is left.
    expect(supplier).toMatchObject({ spentPerDay: "2.5714", runwayDays: 42, openItems: 0 });
  });
});

it("a new key ends a hold's alert, resuming also the failures' alert, and the next hold raises its alert again", async () => {
  const supplierId = await added("Held");
  const standing = async () => {
    const alerts = await db().operatorAlert.findMany({
      where: { resolvedAt: null },
      orderBy: { kind: "asc" },
    });
    return alerts.map(({ kind, times }) => [kind, times]);
  };
  const hold = () =>
    db().$transaction((tx) => holdSupplier(tx, supplierId, { reason: "bad_key", ms: 60_000 }));
  await hold();
  for (let failure = 0; failure < failuresToOpen; failure++)
    await db().$transaction((tx) => countFailure(tx, supplierId));
  expect(await standing()).toEqual([
    ["bad_key", 1],
    ["supplier_failing", 1],
  ]);
  await change(supplierId, { lowBalance: "50" });
  expect(await standing()).toHaveLength(2);
  await change(supplierId, { apiKey: "panel-key-2" });
  expect(await standing()).toEqual([["supplier_failing", 1]]);
  await hold();
  expect(await standing()).toContainEqual(["bad_key", 2]);
  await pauseSupplier(db(), { supplierId, isPaused: true, ...byOps });
  expect(await standing()).toHaveLength(2);
  await pauseSupplier(db(), { supplierId, isPaused: false, ...byOps });
  expect(await standing()).toEqual([]);
});

it("a paused supplier gets no calls, and is used again as soon as it is resumed", async () => {
  const first = await db().supplier.findUniqueOrThrow({ where: { name: "Emulator supplier 1" } });
  const pause = (isPaused: boolean) => pauseSupplier(db(), { supplierId: first.id, isPaused, ...byOps });
  const pausedSince = async () => (await listSuppliers(db())).find(({ id }) => id === first.id)?.pausedAt;
  await pause(true);
  const since = await pausedSince();
  expect(since).toBeInstanceOf(Date);
  await pause(true);
  expect(await pausedSince()).toEqual(since);
  expect((await sentOrder({ quantity: 100 })).item.supplierId).not.toBe(first.id);
  await pause(false);
  expect(await pausedSince()).toBeNull();
  expect((await sentOrder({ quantity: 100 })).item.supplierId).toBe(first.id);
  expect(await audited(first.id)).toEqual(["supplier.paused", "supplier.resumed"]);
  await db().supplier.update({
    where: { id: first.id },
    data: { failures: 12, openUntil: addMs(new Date(), minute) },
  });
  await pause(false);
  expect((await sentOrder({ quantity: 100 })).item.supplierId).toBe(first.id);
});
