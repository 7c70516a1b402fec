import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addFields, type PanelFixture, startPanelFixture } from "./panel-fixtures";

let panel: PanelFixture;
beforeEach(async () => {
  panel = await startPanelFixture();
});
afterEach(() => panel.close());

const first = "panel-key-1";
const habits = (of: object) => panel.control({ suppliers: { [first]: of } });
const status = (order: string) => panel.ask("status", { order }) as Promise<Record<string, unknown>>;
const balance = async () => ((await panel.ask("balance")) as { balance: string }).balance;
/** How many units of an order are on its account. */
const there = async (order: string) => (await panel.snapshot()).orders[order]?.there;

describe("what a supplier writes as remains", () => {
  test.each([
    ["0", "0"],
    ["", ""],
    [null, null],
    ["full", "100"],
  ])("%j while the order is pending", async (remains, written) => {
    await habits({ remains: { Pending: remains } });
    const id = await panel.order();
    expect(await status(id)).toMatchObject({ status: "Pending", remains: written });
    expect((await panel.snapshot()).orders[id]).toMatchObject({ remains: 100, there: 0 });
    await panel.control({ speed: 0 });
    expect(await status(id)).toMatchObject({ status: "Completed", remains: "0" });
  });

  test("0 for an order that it canceled halfway, whose delivered units stay", async () => {
    await habits({ remains: { Canceled: "0" } });
    await panel.control({ speed: 3_600 });
    const id = await panel.order({ quantity: "5000" });
    await panel.control({ set: { order: id, fields: { remains: 3_000 } }, faults: { status: ["stopped"] } });
    expect(await status(id)).toMatchObject({ status: "Canceled" });
    expect(await there(id)).toBe(2_000);
  });
});

describe("a supplier's balance", () => {
  test.each([
    ["exact", {}, "4999.91000"],
    ["rounded to cents and padded", { balance: "padded" }, "4999.91000"],
    ["in another country's notation", { balance: "comma" }, "4.999,91"],
  ])("is written %s", async (_, of, written) => {
    await habits(of);
    await panel.order();
    expect(await balance()).toBe(written);
  });

  test("hides a charge of less than a cent where it is padded", async () => {
    await habits({ balance: "padded" });
    await panel.order({ service: "103", link: "https://www.instagram.com/p/code/", quantity: "1" });
    expect(await balance()).toBe("5000.00000");
  });

  test("shows a charge late", async () => {
    await habits({ debitMs: 300 });
    await panel.order();
    expect(await balance()).toBe("5000.00000");
    await expect.poll(balance).toBe("4999.91000");
  });

  test("moves with another customer's orders, and with what is given back", async () => {
    await panel.control({ spend: { [first]: 12.5 } });
    expect(await balance()).toBe("4987.50000");
    await panel.control({ spend: { [first]: -2.5 } });
    expect(await balance()).toBe("4990.00000");
  });

  test("pays more than the listed price where the supplier charges more", async () => {
    await habits({ priceFactor: 2 });
    const id = await panel.order();
    expect(await status(id)).toMatchObject({ charge: "0.18000" });
    expect(await balance()).toBe("4999.82000");
  });
});

test("a supplier that looks up before it places buys twice when a repetition overlaps the call", async () => {
  await habits({ lookupMs: 300 });
  await panel.control({ merges: { [first]: 60 } });
  const overlapping = await Promise.all([panel.order(), panel.order()]);
  expect(new Set(overlapping).size).toBe(2);
  expect(overlapping).toContain(await panel.order());
});

test("a number that a strict supplier doesn't know fails the whole batch", async () => {
  const [one, two] = [await panel.order(), await panel.order()];
  const batch = () => panel.ask("status", { orders: `${one},${two}` });
  await panel.control({ forget: [one] });
  const known = expect.objectContaining({ status: "Pending" });
  expect(await batch()).toEqual({ [one]: { error: "Incorrect order ID" }, [two]: known });
  await habits({ failsBatches: true });
  expect(await batch()).toEqual({ error: "Incorrect order ID" });
  expect(await status(two)).toEqual(known);
});

test("a supplier that moved knows no order and gives its numbers again; what it delivered stays", async () => {
  await panel.control({ speed: 0 });
  const [one, others, two] = [
    await panel.order(),
    await panel.order({ key: "panel-key-3", service: "301" }),
    await panel.order(),
  ];
  await panel.control({ move: [first] });
  expect(await status(one)).toEqual({ error: "Incorrect order ID" });
  expect([await panel.order(), await panel.order()]).toEqual([one, two]);
  expect(await panel.ask("status", { key: "panel-key-3", order: others })).toMatchObject({
    status: "Completed",
  });
  expect(panel.delivered("instagram", "followers", "wanderwithmara", Date.now())).toBe(500);
  expect(Object.values((await panel.snapshot()).orders)).toHaveLength(5);
});

describe("the units on an account", () => {
  const refill = async (order: string) =>
    ((await panel.ask("refill", { order })) as { refill: string }).refill;
  const refillStatus = (id: string) => panel.ask("refill_status", { refill: id });

  test("fall by a drop, and a refill brings back what was missing when it was asked for", async () => {
    await panel.control({ speed: 0 });
    const id = await panel.order();
    await panel.control({ drop: { order: id, units: 30 } });
    expect(await there(id)).toBe(70);
    await panel.control({ speed: 3_600 });
    const [one, two] = [await refill(id), await refill(id)];
    await panel.control({ drop: { order: id, units: 4 } });
    expect([await there(id), await refillStatus(one)]).toEqual([66, { status: "In progress" }]);
    await panel.control({ speed: 0 });
    expect([await there(id), await refillStatus(two)]).toEqual([96, { status: "Completed" }]);
  });

  test("come later than a supplier says, also those of a refill", async () => {
    await habits({ lateMs: 400 });
    await panel.control({ speed: 0 });
    const id = await panel.order();
    expect([await status(id), await there(id)]).toEqual([
      expect.objectContaining({ status: "Completed" }),
      0,
    ]);
    await expect.poll(() => there(id)).toBe(100);
    await panel.control({ drop: { order: id, units: 30 } });
    expect(await refillStatus(await refill(id))).toEqual({ status: "Completed" });
    expect(await there(id)).toBe(70);
    await expect.poll(() => there(id)).toBe(100);
  });
});

test("controls for an order that does not exist are refused", async () => {
  expect((await panel.control({ drop: { order: 1, units: 1 } })).status).toBe(404);
  expect((await panel.control({ forget: ["1"] })).status).toBe(404);
  expect((await panel.ask("add", addFields)) as object).toHaveProperty("order");
});

describe("a supplier's dialect", () => {
  const unknown = { error: "Incorrect order ID" };
  const short = "minimal 10";

  test.each<[string, object, unknown, object]>([
    ["plain", { order: expect.any(Number) }, unknown, { error: `Quantity less than ${short}` }],
    ["comma", { order: expect.any(Number) }, unknown, { error: `Quantity less than ${short}` }],
    [
      "smart",
      { status: "success", order: expect.stringMatching(/^\d+$/) },
      { status: "error", message: "Incorrect order ID" },
      {
        status: "error",
        message: "Quantity must to be greater than or equal to minimum amount 10",
      },
    ],
    [
      "laravel",
      { success: true, data: { order_id: expect.any(Number) } },
      { message: "Order not found" },
      {
        message: "The given data was invalid.",
        errors: { quantity: ["The quantity must be at least 10."] },
      },
    ],
  ])(
    "%s has its own words for an order, an unknown one, and a refusal",
    async (dialect, taken, missing, refused) => {
      await habits({ dialect });
      expect(await panel.ask("add", addFields)).toEqual(taken);
      expect(await panel.ask("status", { order: "1" })).toEqual(missing);
      expect(await panel.ask("add", { ...addFields, quantity: "5" })).toEqual(refused);
    },
  );

  test("comma writes 1.234,56, also for counts", async () => {
    await habits({ dialect: "comma" });
    const { order } = (await panel.ask("add", { ...addFields, quantity: "2500" })) as { order: number };
    expect(await status(String(order))).toMatchObject({ remains: "2.500", charge: "2,25000" });
    expect(await balance()).toBe("4.997,75000");
  });
});
