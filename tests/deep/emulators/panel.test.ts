import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { panelServices } from "@/lib/local/panel/services";
import { addFields, followersLink, type PanelFixture, startPanelFixture } from "./panel-fixtures";

let panel: PanelFixture;
beforeEach(async () => {
  panel = await startPanelFixture();
});
afterEach(() => panel.close());

describe("the protocol", () => {
  test("services lists the caller's own services, with the smallest order each takes", async () => {
    const first = (await panel.ask("services")) as { service: number; min: string; type: string }[];
    const second = (await panel.ask("services", { key: "panel-key-2" })) as typeof first;
    expect(first.map(({ service, min }) => [service, min])).toEqual([
      [101, "10"],
      [102, "1"],
      [103, "1"],
      [111, "10"],
      [112, "1"],
      [113, "1"],
    ]);
    expect(second.map(({ service }) => service)).toEqual([201, 202, 203, 211, 212, 213]);
    expect(new Set(second.map(({ min }) => min))).toEqual(new Set(["100"]));
    expect(first.every(({ type }) => type === "Default")).toBe(true);
  });

  test("an unknown key, an unknown action and a body that is no form are refused with status 200", async () => {
    expect(await panel.ask("balance", { key: "stolen" })).toEqual({ error: "Invalid API key" });
    expect(await panel.ask("dance")).toEqual({ error: "Incorrect request" });
    const json = await fetch(`${panel.url}/api/v2`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: "panel-key-1", action: "balance" }),
    });
    expect([json.status, await json.json()]).toEqual([200, { error: "Incorrect request" }]);
  });

  test("an order takes its exact price from that supplier's balance alone", async () => {
    await panel.order({ quantity: "150" });
    expect(await panel.ask("balance")).toEqual({ balance: "4999.86500", currency: "USD" });
    expect(await panel.ask("balance", { key: "panel-key-2" })).toEqual({
      balance: "5000.00000",
      currency: "USD",
    });
  });

  test("the same add twice is two orders", async () => {
    const ids = [await panel.order(), await panel.order()];
    expect(new Set(ids).size).toBe(2);
    expect(await panel.snapshot()).toMatchObject({ addCalls: 2, accepted: 2, overlaps: 1 });
  });

  test.each([
    ["another supplier's service", { service: "201" }, "Incorrect service ID"],
    ["too few", { quantity: "9" }, "Quantity less than minimal 10"],
    ["too many", { quantity: "500001" }, "Quantity more than maximal 500000"],
    ["a fraction", { quantity: "10.5" }, "Incorrect quantity"],
    ["no link", { link: " " }, "Incorrect link"],
    ["a link to the other platform", { link: "https://www.tiktok.com/@noor.draws" }, "Incorrect link"],
  ])("%s is refused and orders nothing", async (_what, fields, error) => {
    expect(await panel.ask("add", { ...addFields, ...fields })).toEqual({ error });
    expect(await panel.snapshot()).toMatchObject({ addCalls: 1, accepted: 0, orders: {} });
  });

  test("a repeated ref returns the first order, and so does an equal add at a supplier that merges", async () => {
    const first = await panel.order({ ref: "a-1" });
    expect(await panel.order({ ref: "a-1" })).toBe(first);
    expect(await panel.order({ ref: "a-2" })).not.toBe(first);
    await panel.control({ merges: { "panel-key-2": 60 } });
    const second = { key: "panel-key-2", service: "201" };
    const merged = await panel.order(second);
    expect(await panel.order(second)).toBe(merged);
    expect(await panel.order({ ...second, quantity: "101" })).not.toBe(merged);
    expect(await panel.snapshot()).toMatchObject({ addCalls: 6, accepted: 4 });
  });

  test("an empty balance refuses until it is filled again", async () => {
    await panel.control({ balance: { "panel-key-1": 0.05 } });
    expect(await panel.ask("add", addFields)).toEqual({ error: "Not enough funds on balance" });
    await panel.control({ balance: 1 });
    expect(await panel.ask("add", addFields)).toEqual({ order: expect.any(Number) });
  });

  test("a batch status answers each order by its id, and an unknown one with its own error", async () => {
    const id = await panel.order();
    const foreign = await panel.order({ key: "panel-key-2", service: "201" });
    const unknown = { error: "Incorrect order ID" };
    expect(await panel.ask("status", { orders: `${id},${foreign},__proto__x` })).toEqual({
      [id]: { charge: "0.09000", start_count: "0", status: "Pending", remains: "100", currency: "USD" },
      [foreign]: unknown,
      __proto__x: unknown,
    });
    expect(await panel.ask("status", { order: "7" })).toEqual(unknown);
  });

  test("a batch status answers the first hundred ids and leaves the rest out", async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `x${index}`);
    const answer = (await panel.ask("status", { orders: ids.join(",") })) as object;
    expect(Object.keys(answer)).toHaveLength(100);
  });

  test("cancel stops a running order and refunds it, and a second cancel is refused", async () => {
    const id = await panel.order();
    expect(await panel.ask("cancel", { orders: `${id},7` })).toEqual([
      { order: Number(id), cancel: 1 },
      { order: 7, cancel: { error: "Incorrect order ID" } },
    ]);
    expect(await panel.ask("status", { order: id })).toMatchObject({ status: "Canceled", remains: "100" });
    expect(await panel.ask("balance")).toMatchObject({ balance: "5000.00000" });
    expect(await panel.ask("cancel", { orders: id })).toEqual([
      { order: Number(id), cancel: { error: "Incorrect order status" } },
    ]);
  });

  test("a refill is given to a completed order of a service with refill, and to no other", async () => {
    const running = await panel.order();
    expect(await panel.ask("refill", { order: running })).toEqual({
      error: "Order not eligible for refill.",
    });
    await panel.control({ speed: 0 });
    const likes = await panel.order({ service: "102", link: "https://www.instagram.com/p/abc/" });
    expect(await panel.ask("refill", { orders: `${running},${likes},7` })).toEqual([
      { order: Number(running), refill: 1 },
      { order: Number(likes), refill: { error: "Order not eligible for refill." } },
      { order: 7, refill: { error: "Incorrect order ID" } },
    ]);
    expect(await panel.ask("refill_status", { refill: "1" })).toEqual({ status: "Completed" });
    expect(await panel.ask("refill_status", { refills: "1,9" })).toEqual([
      { refill: 1, status: "Completed" },
      { refill: 9, status: { error: "Refill not found" } },
    ]);
  });
});

describe("delivery", () => {
  test("an order goes Pending, In progress, Completed by itself, with fewer and fewer left", async () => {
    await panel.control({ speed: 3 });
    const id = await panel.order({ quantity: "5000" });
    const seen: { status: string; remains: number }[] = [];
    await expect
      .poll(
        async () => {
          const line = (await panel.ask("status", { order: id })) as { status: string; remains: string };
          seen.push({ status: line.status, remains: Number(line.remains) });
          return line.status;
        },
        { interval: 15 },
      )
      .toBe("Completed");
    const words = seen.map(({ status }) => status).filter((word, index, all) => word !== all[index - 1]);
    expect(words).toEqual(["Pending", "In progress", "Completed"]);
    const remains = seen.map(({ remains }) => remains);
    expect(remains).toEqual([...remains].sort((a, b) => b - a));
    expect([remains[0], remains.at(-1)]).toEqual([5000, 0]);
  });

  test("speed 0 completes an order that is in progress, which stays completed at a slower speed", async () => {
    const id = await panel.order();
    for (const speed of [0, 3600]) {
      await panel.control({ speed });
      expect(await panel.ask("status", { order: id })).toMatchObject({ status: "Completed", remains: "0" });
    }
  });

  test("pinned fields do not change, and a pinned Completed leaves nothing to deliver", async () => {
    const id = await panel.order();
    await panel.control({ set: { order: Number(id), fields: { status: "Partial", remains: 57 } } });
    await panel.control({ speed: 0 });
    expect((await panel.snapshot()).orders[id]).toMatchObject({ status: "Partial", remains: 57 });
    await panel.control({ set: { order: id, fields: { status: "Completed" } } });
    expect((await panel.snapshot()).orders[id]).toMatchObject({ status: "Completed", remains: 0 });
  });

  test("an unknown control is refused by name", async () => {
    const unknown = await panel.control({ sped: 3 });
    expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining("sped")]);
    expect((await panel.control({ set: { order: 1, fields: {} } })).status).toBe(404);
    expect((await panel.control({ faults: { add: ["explode"] } })).status).toBe(400);
  });

  test("two running orders for one target count as an overlap, across suppliers too", async () => {
    await panel.order();
    await panel.order({ key: "panel-key-2", service: "201", link: followersLink.slice(0, -1) });
    expect((await panel.snapshot()).overlaps).toBe(1);
    await panel.control({ speed: 0 });
    await panel.order();
    expect((await panel.snapshot()).overlaps).toBe(1);
  });
});

describe("a restart", () => {
  test("keeps orders, balances and faults, and never hands out an id again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "panel-"));
    const stateFile = join(folder, "panel.json");
    const before = await startPanelFixture({ stateFile });
    const id = await before.order();
    await before.control({ faults: { add: ["funds"] } });
    await before.close();

    const after = await startPanelFixture({ stateFile });
    expect((await after.snapshot()).orders[id]).toMatchObject({ quantity: 100, link: followersLink });
    expect(await after.ask("balance")).toMatchObject({ balance: "4999.91000" });
    expect(await after.ask("add", addFields)).toEqual({ error: "Not enough funds on balance" });
    const next = await after.order();
    expect(Number(next)).toBeGreaterThan(Number(id));
    expect((await after.snapshot()).overlaps).toBe(1);
    await after.close();
    await rm(folder, { recursive: true });
  });

  test("a reset forgets everything except which ids were given out", async () => {
    const id = await panel.order();
    await fetch(`${panel.url}/_control/reset`, { method: "POST" });
    expect(await panel.snapshot()).toMatchObject({ addCalls: 0, accepted: 0, overlaps: 0, orders: {} });
    expect(Number(await panel.order())).toBeGreaterThan(Number(id));
  });

  test("a damaged state file starts a new panel", async () => {
    const folder = await mkdtemp(join(tmpdir(), "panel-"));
    await writeFile(join(folder, "panel.json"), '{"orders":');
    const fresh = await startPanelFixture({ stateFile: join(folder, "panel.json") });
    expect(await fresh.snapshot()).toMatchObject({ addCalls: 0, orders: {} });
    await fresh.close();
    await rm(folder, { recursive: true });
  });
});

test("every service's price is exact to a ten-millionth of a dollar", () => {
  for (const { rate } of panelServices) expect(rate).toMatch(/^\d+\.\d{4}$/);
});
