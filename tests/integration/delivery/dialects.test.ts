import { beforeEach, describe, expect, it } from "vitest";
import { cancelAtSupplier } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { importServices } from "@/lib/delivery/suppliers/import-services";
import { refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import { testConnection } from "@/lib/delivery/suppliers/test-supplier";
import { panelSupplierKeys } from "@/lib/local/panel/services";
import { useDeliveries } from "../../support/deliveries";
import { byOps, paidOrderFactory } from "../../support/factories";
import { listedServices } from "../../support/panel";
import { answering, openEmulator, startNumberedSupplier } from "../../support/suppliers";

const { db, panel, provider, submit, findItem, findOrder, sentOrder, poll, isInReview } = useDeliveries();
const deps = () => ({ db: db(), provider });
const first = () => db().supplier.findFirstOrThrow({ where: { name: { endsWith: "1" } } });

beforeEach(async () => {
  await db().serviceMapping.updateMany({ data: { isActive: true, stoppedAt: null, stopReason: null } });
  await db().supplier.updateMany({ data: { numberNotation: null, balanceCurrency: "USD" } });
  await db().$executeRaw`
    UPDATE supplier_services SET external_id = '101', min_quantity = 10 WHERE external_id IN ('101', '999')`;
});

/** Both suppliers speak so, and the first one's list has been imported. */
async function speaking(dialect: string) {
  const suppliers = Object.fromEntries(panelSupplierKeys.map((key) => [key, { dialect }]));
  await panel.control({ suppliers });
  const { id: supplierId } = await first();
  return importServices(deps(), { supplierId, ...byOps });
}

describe.each(["plain", "smart", "laravel", "comma"])("a supplier that speaks the dialect %s", (dialect) => {
  it("is bought from, followed and paid to the end", async () => {
    expect(await speaking(dialect)).toMatchObject({ listed: listedServices, unreadable: 0 });
    const { order, item } = await sentOrder({ quantity: 2_500, priceCents: 1_149 });
    expect(item).toMatchObject({ state: "submitted", providerOrderId: expect.stringMatching(/^\d+$/) });
    const other = await sentOrder({ quantity: 100 });
    await panel.setOrder(item.providerOrderId, { status: "In progress", remains: "1500" });
    await panel.setOrder(other.item.providerOrderId, { status: "Completed" });
    await poll();
    expect(await findItem(item.id)).toMatchObject({ state: "in_progress", remains: 1_500 });
    expect((await findOrder(other.order.id)).status).toBe("completed");
    await panel.setOrder(item.providerOrderId, { status: "Partial", remains: "1000" });
    await poll();
    const ended = await findItem(item.id);
    expect(ended).toMatchObject({ state: "partial", remains: 1_000, chargeCurrency: "USD" });
    expect(Number(ended.charge)).toBe(2.25);
    expect(await findOrder(order.id)).toMatchObject({ status: "partial", fulfillment: { delivered: 1_500 } });
    expect(await db().operatorAlert.count()).toBe(0);
  });

  it("has its balance read, and loses its orders to the next one when that is empty", async () => {
    await speaking(dialect);
    await panel.control({ balance: { "panel-key-1": 1_234.5 } });
    expect((await refreshBalances(deps())).silent).toEqual([]);
    expect(await first()).toMatchObject({ balanceCurrency: "USD" });
    expect(Number((await first()).balance)).toBe(1_234.5);
    await panel.control({ balance: { "panel-key-1": 0 } });
    const { item } = await sentOrder({ quantity: 100 });
    expect(item).toMatchObject({ state: "ready", reason: "no_funds" });
    await submit(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "submitted" });
  });

  it("teaches the shop the limits that it refuses a quantity with", async () => {
    await speaking(dialect);
    await db().supplierService.updateMany({ where: { externalId: "101" }, data: { minQuantity: 1 } });
    const { item } = await sentOrder({ quantity: 5 });
    expect(item).toMatchObject({ state: "rejected", reason: "bad_quantity" });
    const service = await db().supplierService.findFirstOrThrow({ where: { externalId: "101" } });
    expect(service.minQuantity).toBe(10);
  });

  it("refuses a service that it does not have, and the order goes to the next one", async () => {
    await speaking(dialect);
    await db().supplierService.updateMany({ where: { externalId: "101" }, data: { externalId: "999" } });
    const { item } = await sentOrder({ quantity: 100 });
    const isGone = dialect === "smart";
    expect(item).toMatchObject({ state: "ready", reason: isGone ? "service_gone" : "service_unavailable" });
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(await db().serviceMapping.count({ where: { isActive: false } })).toBe(isGone ? 1 : 0);
    expect(await db().operatorAlert.count({ where: { kind: "service_gone" } })).toBe(isGone ? 1 : 0);
  });

  it("cancels what it is asked to", async () => {
    await speaking(dialect);
    await db().supplierService.updateMany({ data: { canCancel: true } });
    const { item } = await sentOrder({ quantity: 100 });
    const answer = await cancelAtSupplier(deps(), { itemId: item.id, ...byOps });
    expect(answer).toMatchObject({ outcome: "accepted" });
    await poll();
    expect((await findItem(item.id)).state).toBe("canceled");
  });
});

it("a supplier's notation is learnt from its list, and proves nothing once its balance shows another", async () => {
  await speaking("comma");
  expect((await first()).numberNotation).toBe("comma");
  await panel.control({ suppliers: { "panel-key-1": { dialect: "plain" } } });
  await refreshBalances(deps());
  expect((await first()).numberNotation).toBe("mixed");
});

describe("remaining units written as 1.000", () => {
  async function partialOf1000() {
    const { order, item } = await sentOrder({ quantity: 1_000, priceCents: 1_149 });
    await panel.setOrder(item.providerOrderId, { status: "Partial", remains: "1.000" });
    await poll();
    return { order, item: await findItem(item.id) };
  }

  it("pay nothing back while it is not known how their supplier writes numbers", async () => {
    const { order, item } = await partialOf1000();
    expect(item).toMatchObject({ state: "submitted", reason: "partial_without_count" });
    expect(await isInReview(item.id)).toBe(true);
    expect((await findOrder(order.id)).status).toBe("processing");
  });

  it("are a thousand at a supplier whose decimals follow a comma", async () => {
    await db().supplier.updateMany({ data: { numberNotation: "comma" } });
    const { order, item } = await partialOf1000();
    expect(item).toMatchObject({ state: "partial", remains: 1_000 });
    expect(await findOrder(order.id)).toMatchObject({ status: "failed", fulfillment: { delivered: 0 } });
  });
});

describe("a panel that is not where its settings say", () => {
  const moving = (status: number, location: string) =>
    openEmulator((response, form) => {
      if (form.get("action") === "add") response.writeHead(status, { location }).end();
      else response.writeHead(200).end('{"balance":"5.50","currency":"USD"}');
    });

  it("and redirects to the same address with a slash gets no order, and the next supplier does", async () => {
    const moved = await moving(301, "/api/v2/");
    await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: moved.url } });
    const { item } = await sentOrder({ quantity: 100 });
    expect(item).toMatchObject({ state: "ready", reason: "wrong_address" });
    expect((await first()).holdReason).toBe("wrong_address");
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
  });

  it.each([
    [302, "/api/v2/"],
    [301, "/orders/55"],
    [303, "/api/v2/"],
  ])("and redirects with HTTP %i to %s may have taken the order", async (status, location) => {
    const moved = await moving(status, location);
    await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: moved.url } });
    const { item } = await sentOrder({ quantity: 100 });
    expect(item).toMatchObject({ state: "unknown", reason: "redirected" });
  });

  it("is asked where it redirects to on its host, and its test names that address", async () => {
    const panelServer = await openEmulator((response, form, url) => {
      if (!url.endsWith("/")) response.writeHead(308, { location: `${url}/` }).end();
      else response.writeHead(200).end(form.get("action") === "balance" ? '{"balance":"5.50"}' : "{}");
    });
    await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: panelServer.url } });
    const { isWell, message } = await testConnection(deps(), await first());
    expect({ isWell, message }).toEqual({
      isWell: true,
      message: expect.stringContaining(`sends calls on to ${panelServer.url}/. Orders are never sent`),
    });
  });

  it("is not followed to another host, which would get the key", async () => {
    const leading = await openEmulator((response, _form, path) => {
      response.writeHead(301, { location: `http://www.127.0.0.1.nip.example${path}` }).end();
    });
    await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: leading.url } });
    expect((await testConnection(deps(), await first())).isWell).toBe(false);
    expect(leading.calls()).toBe(1);
  });
});

it("a known refusal with a tail that says something else is not bought again", async () => {
  const { item } = await paidOrderFactory(db(), { quantity: 100 });
  const busy = await openEmulator(answering('{"error":"Too many requests. Your order was queued"}', 429));
  await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: busy.url } });
  await submit(item.id);
  expect(await findItem(item.id)).toMatchObject({ state: "unknown", reason: "unclear_error" });
  await submit(item.id);
  expect(busy.calls()).toBe(1);
  expect((await panel.view()).addCalls).toBe(0);
});

it("a panel that turns our account away is put on hold, and the next supplier gets the order", async () => {
  const { item } = await paidOrderFactory(db(), { quantity: 100 });
  const denying = await openEmulator(answering("<html>Attention Required!</html>", 403));
  await db().supplier.update({ where: { id: (await first()).id }, data: { apiUrl: denying.url } });
  await submit(item.id);
  expect(await findItem(item.id)).toMatchObject({ state: "ready", reason: "access_denied" });
  expect((await first()).holdReason).toBe("access_denied");
  await submit(item.id);
  expect((await findItem(item.id)).state).toBe("submitted");
});

it.each(["#123", "0192f0c1-7a5e-7cc3-98c4-dc0c0c07398f", "9007199254740993", "ord_01HG9X7KJP4N"])(
  "an operator can attach the number %s",
  async (number) => {
    const supplier = await startNumberedSupplier('"error"');
    supplier.reports.set(number, { status: "In progress", remains: "40" });
    await db().supplier.updateMany({ data: { apiUrl: supplier.url } });
    const { item } = await sentOrder({ quantity: 100 });
    expect(item.state).toBe("unknown");
    await attachProviderOrder(deps(), { itemId: item.id, providerOrderId: number, ...byOps });
    expect(await findItem(item.id)).toMatchObject({ state: "submitted", providerOrderId: number });
  },
);
