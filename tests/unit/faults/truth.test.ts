import { expect, it } from "vitest";
import { judge, type OrderTruth } from "../../faults/truth";

// 1,000 units for $10.00: a cent is a unit.
const order: OrderTruth = {
  orderId: "order",
  bought: 1_000,
  there: 1_000,
  paidCents: 1_000,
  refunds: [],
  rounding: 0,
};
const own = (cents: number) => ({ cents, isOwn: true });
const operators = (cents: number) => ({ cents, isOwn: false });

it.each<[fact: string, changes: Partial<OrderTruth>, paidBackThere: number, missingUnpaid: number]>([
  ["everything is there", {}, 0, 0],
  ["missing units were paid back", { there: 700, refunds: [own(300)] }, 0, 0],
  ["missing units were not paid back", { there: 700 }, 0, 300],
  ["5 % are missing", { there: 950 }, 0, 0],
  ["more than 5 % are missing", { there: 940 }, 0, 60],
  ["units that are there were paid back", { refunds: [own(300)] }, 300, 0],
  ["too much was paid back", { there: 700, refunds: [own(500)] }, 200, 0],
  ["too little was paid back", { there: 500, refunds: [own(300)] }, 0, 200],
  ["what the counter rounds may be missing", { there: 880, rounding: 100 }, 0, 0],
  ["what the counter rounds may be paid back", { refunds: [own(120)], rounding: 100 }, 0, 0],
  ["an operator paid for units that are there", { refunds: [operators(300)] }, 0, 0],
  ["an operator paid for missing units", { there: 700, refunds: [operators(300)] }, 0, 0],
  ["the shop paid beside an operator", { there: 700, refunds: [operators(300), own(300)] }, 300, 0],
  ["the shop paid the rest", { there: 400, refunds: [operators(300), own(300)] }, 0, 0],
  ["an operator paid beside the shop", { there: 700, refunds: [own(300), operators(300)] }, 0, 0],
  ["nothing arrived, and all was paid back", { there: 0, refunds: [own(1_000)] }, 0, 0],
])("%s", (_, changes, paidBackThere, missingUnpaid) => {
  expect(judge({ ...order, ...changes })).toEqual({ paidBackThere, missingUnpaid });
});
