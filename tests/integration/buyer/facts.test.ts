import { beforeEach, expect, it } from "vitest";
import type { OrderStatus } from "@/lib/base/db/generated/enums";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { countFacts, listFacts } from "@/lib/buyer/facts/facts";
import { useDatabase } from "../../support/database";
import { disputeFactory, orderFactory } from "../../support/factories";

const { db } = useDatabase();
const now = new Date();
const ago = (ms: number) => addMs(now, -ms);

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE orders, order_events, support_tickets, disputes, facts CASCADE`;
});

type Made = { paidAgo?: number; status?: OrderStatus; startedAfter?: number; refundedCents?: number };

async function order({
  paidAgo = 2 * day,
  status = "completed",
  startedAfter,
  refundedCents = 0,
}: Made = {}) {
  const paidAt = ago(paidAgo);
  const { id } = await orderFactory(db(), { data: { paidAt, createdAt: paidAt, status, refundedCents } });
  if (startedAfter === undefined) return id;
  for (const [to, after] of [
    ["submitted", 0],
    ["in_progress", startedAfter],
    ["completed", startedAfter + hour],
  ] as const)
    await db().orderEvent.create({
      data: { orderId: id, type: "item.changed", from: "ready", to, createdAt: addMs(paidAt, after) },
    });
  return id;
}

async function counted(): Promise<Record<string, [n: number, value: number | null]>> {
  await countFacts(db());
  return Object.fromEntries((await listFacts(db())).map(({ name, n, value }) => [name, [n, value]]));
}

it("a shop without orders has a count of zero for each fact", async () => {
  expect(await counted()).toEqual({
    delivered: [0, 0],
    started: [0, null],
    refunded: [0, 0],
    disputed: [0, 0],
    answered: [0, null],
  });
});

it("delivery counts the orders of 90 days that have ended; refunds and disputes count all that were paid", async () => {
  await order({ status: "completed" });
  await order({ status: "completed", refundedCents: 1349, paidAgo: 89 * day });
  await order({ status: "partial", refundedCents: 300 });
  const failed = await order({ status: "failed" });
  await order({ status: "processing", paidAgo: hour });
  await order({ status: "completed", paidAgo: 91 * day, refundedCents: 1349 });
  await orderFactory(db(), { status: "pending" });
  for (const _ of [1, 2]) await disputeFactory(db(), failed, { status: "won" });
  expect(await counted()).toMatchObject({ delivered: [4, 2], refunded: [5, 2], disputed: [5, 1] });
});

it("the start is the median time to the first delivery, rounded up; orders without one are the slowest", async () => {
  await order({ startedAfter: 5 * minute });
  await order({ startedAfter: 21 * minute + 1 });
  await order({ startedAfter: 3 * hour });
  await order({ paidAgo: hour, startedAfter: minute });
  expect(await counted()).toMatchObject({ started: [3, 22] });
  await order({ status: "failed" });
  await order({ status: "failed" });
  expect(await counted()).toMatchObject({ started: [5, 180] });
  await order({ status: "failed" });
  await order({ status: "failed" });
  expect(await counted()).toMatchObject({ started: [7, null] });
});

it("support is measured to the first answer by an administrator; messages without one are the slowest", async () => {
  const ticket = async (
    answeredAfter: number[],
    data: { kind?: "support" | "refund"; createdAt?: Date } = {},
  ) => {
    const createdAt = data.createdAt ?? ago(3 * day);
    const { id } = await db().supportTicket.create({
      data: { email: "a@example.com", subject: "s", message: "m", ...data, createdAt },
    });
    await db().ticketMessage.create({
      data: { ticketId: id, author: "customer", body: "Anyone there?", createdAt },
    });
    for (const after of answeredAfter)
      await db().ticketMessage.create({
        data: { ticketId: id, author: "administrator", body: "Yes", createdAt: addMs(createdAt, after) },
      });
  };
  await ticket([10 * minute, hour]);
  await ticket([4 * hour]);
  await ticket([]);
  await ticket([minute], { kind: "refund" });
  await ticket([minute], { createdAt: ago(91 * day) });
  await ticket([], { createdAt: ago(hour) });
  expect(await counted()).toMatchObject({ answered: [3, 240] });
});

it("each count replaces the one before it, with its period", async () => {
  await counted();
  await order();
  await counted();
  const facts = await listFacts(db());
  const periods = facts.map(({ since, until }) => until.getTime() - since.getTime());
  expect(periods).toEqual(Array(5).fill(90 * day));
});
