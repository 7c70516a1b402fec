import { describe, expect, it } from "vitest";
import { addMs, day, hour } from "@/lib/base/time/time";
import { listRecentPurchases } from "@/lib/orders/views/list-recent-purchases";
import { useDatabase } from "../../support/database";
import { type OrderOptions, orderFactory } from "../../support/factories";

const { db } = useDatabase();
const now = new Date();

function orderOfAge(ageMs: number, options: OrderOptions = {}) {
  const at = addMs(now, -ageMs);
  const paidAt = options.status === "pending" ? null : at;
  return orderFactory(db(), { ...options, data: { createdAt: at, paidAt, ...options.data } });
}

describe("purchases the popup may show", () => {
  it("are paid, hours old and not a week, the newest first, rounded down, without names, and six at most", async () => {
    await orderOfAge(2 * hour, { quantity: 900 });
    await orderOfAge(8 * day, { quantity: 800 });
    await orderOfAge(5 * hour, { status: "pending", quantity: 700 });
    await orderOfAge(5 * hour, { quantity: 600, data: { paymentStatus: "refunded" } });
    expect(await listRecentPurchases(db(), now)).toEqual([]);

    await orderOfAge(30 * hour, { service: "views", quantity: 12_345 });
    await orderOfAge(4 * hour, { service: "likes", quantity: 1_640 });
    expect(await listRecentPurchases(db(), now)).toEqual([
      { text: "1,000 likes bought", ago: "4 hours ago" },
      { text: "10,000 views bought", ago: "1 day ago" },
    ]);
    for (let more = 0; more < 8; more++) await orderOfAge(6 * hour);
    expect(await listRecentPurchases(db(), now)).toHaveLength(6);
  });
});
