import { beforeEach } from "vitest";
import { carryOutWithdrawal } from "@/lib/buyer/withdrawal/carry-out-withdrawal";
import { takeStatement } from "@/lib/buyer/withdrawal/take-statement";
import { loadReceipt } from "@/lib/buyer/withdrawal/withdrawal-receipt";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import type { TestDatabase } from "./database";
import type { ShopFixture } from "./shop";

/** The base of tests of withdrawals: a withdrawal, and what followed. */
export function withdrawing(database: { readonly current: TestDatabase }, shop: ShopFixture) {
  const db = () => database.current.db;
  // Earlier refunds no longer count, so that each test has its buyer's whole limit.
  beforeEach(async () => {
    await db().$executeRaw`UPDATE refunds SET created_at = created_at - interval '2 days'`;
  });

  /** A statement by number and address, as anyone can make it. */
  const stateByNumber = (orderId: string, changes: object = {}) =>
    takeStatement(db(), {
      name: "Mara Lindqvist",
      email: "buyer@example.com",
      orderNumber: orderId.slice(0, 8),
      isMailed: true,
      ...changes,
    });

  /** A statement by the order's own link. */
  const state = (orderId: string, changes: object = {}) => stateByNumber(orderId, { orderId, ...changes });

  async function decided({ id }: { id: string }) {
    await carryOutWithdrawal(shop.deps(), id);
    return db().withdrawal.findUniqueOrThrow({ where: { id } });
  }

  /** States a withdrawal by the order's own link and lets its job run. */
  const withdraw = async (orderId: string, changes: object = {}) => decided(await state(orderId, changes));

  /** States a withdrawal by number and address and lets its job run. */
  const withdrawByNumber = async (orderId: string, changes: object = {}) =>
    decided(await stateByNumber(orderId, changes));

  /** Sends the refund that an order is owed; returns the cents of each refund at Stripe. */
  async function refunded(orderId: string): Promise<number[]> {
    await refundUndelivered(db(), orderId);
    return shop.sendRefunds(orderId);
  }

  const receipts = (id: string) => db().emailLog.findMany({ where: { key: `withdrawal-received:${id}` } });
  const answerOf = async (id: string) => (await loadReceipt(db(), id)).answer;

  return { state, withdraw, withdrawByNumber, refunded, receipts, answerOf };
}
