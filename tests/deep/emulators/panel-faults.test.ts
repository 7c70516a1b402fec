import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFields, type PanelFixture, startPanelFixture } from "./panel-fixtures";

let panel: PanelFixture;
beforeEach(async () => {
  panel = await startPanelFixture();
});
afterEach(() => panel.close());

test("faults are used up in order, one a call, and then adds work again", async () => {
  await panel.control({ faults: { add: ["funds", "lost"] } });
  expect(await panel.ask("add", addFields)).toEqual({ error: "Not enough funds on balance" });
  expect((await panel.call("add", addFields)).status).toBe(504);
  expect(await panel.ask("add", addFields)).toEqual({ order: expect.any(Number) });
  expect(await panel.snapshot()).toMatchObject({ addCalls: 3, accepted: 2 });
});

describe("a status that goes wrong", () => {
  let first: string;
  let second: string;
  beforeEach(async () => {
    first = await panel.order({ quantity: "300" });
    second = await panel.order({ link: "https://www.instagram.com/northfold/" });
  });

  const batch = async (...faults: string[]) => {
    await panel.control({ faults: { status: faults } });
    return (await panel.ask("status", { orders: `${first},${second}` })) as Record<string, unknown>;
  };
  const healthy = expect.objectContaining({ status: "Pending", remains: "100" });

  test("missing: the first order is left out; garbage: it gets three kinds of nonsense in turn", async () => {
    expect(await batch("missing")).toEqual({ [second]: healthy });
    expect((await batch("garbage"))[first]).toBe("Something went wrong");
    expect((await batch("garbage"))[first]).toMatchObject({ status: "Brewing", remains: "Unknown" });
    const third = await batch("garbage");
    expect(third).toEqual({ [first]: expect.objectContaining({ status: null }), [second]: healthy });
  });

  test("partial: a third stays undelivered for good, and its price is refunded", async () => {
    expect((await batch("partial"))[first]).toMatchObject({
      status: "Partial",
      remains: "100",
      charge: "0.18000",
    });
    await panel.control({ speed: 0 });
    expect((await panel.snapshot()).orders[first]).toMatchObject({ status: "Partial", remains: 100 });
    expect((await panel.snapshot()).balance["panel-key-1"]).toBeCloseTo(5000 - 0.18 - 0.09, 7);
  });

  test("canceled: nothing is ever delivered, and the whole price is refunded", async () => {
    await panel.control({ speed: 0 });
    expect((await batch("canceled"))[first]).toMatchObject({
      status: "Canceled",
      remains: "300",
      charge: "0.00000",
    });
    expect(await panel.ask("status", { order: first })).toMatchObject({ status: "Canceled" });
    expect((await panel.snapshot()).balance["panel-key-1"]).toBeCloseTo(5000 - 0.09, 7);
  });
});

test("the control answers first, then the port is closed, then the panel is back with its orders", async () => {
  const id = await panel.order();
  const answer = await panel.control({ offlineMs: 3_000 });
  expect(await answer.json()).toMatchObject({ accepted: 1 });
  expect(await tryConnect(panel.url)).toBe("ECONNREFUSED");
  await expect(panel.call("add", addFields)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  await expect.poll(() => tryConnect(panel.url), { interval: 25 }).toBe("open");
  expect(await panel.ask("status", { order: id })).toMatchObject({ status: "Pending" });
  expect(await panel.snapshot()).toMatchObject({ addCalls: 1, accepted: 1 });
});

test("a panel that is offline can be closed and stays closed", async () => {
  const other = await startPanelFixture();
  await other.control({ offlineMs: 50 });
  await other.close();
  // Past the end of the outage, whose timer began earlier.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await tryConnect(other.url)).toBe("ECONNREFUSED");
});

/** The fate of a new connection to the panel. */
function tryConnect(url: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve("open");
    });
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
  });
}

describe("a careless supplier", () => {
  // NUL, and the first half of an emoji without its second.
  const careless = (text: string) => text.includes("\0") && Buffer.from(text).toString() !== text;

  test("takes the order, and answers with texts that no database can store", async () => {
    await panel.control({ faults: { add: ["malformed"] } });
    const answer = (await panel.ask("add", addFields)) as { order: number; message: string };
    expect(answer.order).toBeGreaterThan(0);
    expect(careless(answer.message)).toBe(true);
    expect(answer.message.length).toBeGreaterThan(10_000);
  });

  test("reports such a status for an order once, and the true one afterwards", async () => {
    const order = await panel.order();
    await panel.control({ faults: { status: ["malformed"] } });
    const line = (await panel.ask("status", { order })) as { status: string };
    expect(careless(line.status)).toBe(true);
    expect(await panel.ask("status", { order })).toMatchObject({ status: "Pending" });
  });
});

test("with the log on, the panel keeps every add that arrives, with its fault and its order", async () => {
  await panel.order();
  await panel.control({ log: true, faults: { add: ["funds", "lost"] } });
  for (const ref of ["one", "two", "three"]) await panel.call("add", { ...addFields, ref });
  const log: unknown = await (await fetch(`${panel.url}/_control/log`)).json();
  expect(log).toMatchObject([
    { ref: "one", fault: "funds", order: null },
    { ref: "two", fault: "lost", order: expect.any(Number) },
    { ref: "three", fault: null, order: expect.any(Number), key: "panel-key-1", service: "101" },
  ]);
});
