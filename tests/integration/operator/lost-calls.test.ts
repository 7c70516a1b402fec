import { expect, it } from "vitest";
import { refreshBalances } from "@/lib/delivery/suppliers/refresh-balances";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { useDatabase } from "../../support/database";
import { useEvidence } from "../../support/evidence";
import { paidOrderFactory } from "../../support/factories";
import { delivering, useEmptyOrders } from "../../support/submitting";

const { database, db } = useDatabase();
useEmptyOrders(database);
const { provider, submit, findItem } = delivering(database);
const { startWith } = useEvidence(database);

it("a lost call is shown with the supplier's balance, the numbers around it, and a number that came late", async () => {
  const supplier = await startWith({ evidenceMode: "none" });
  supplier.balance = "12.5";
  await refreshBalances({ db: db(), provider });
  const orders = [await paidOrderFactory(db()), await paidOrderFactory(db()), await paidOrderFactory(db())];
  supplier.fates = ["answer", "lose-request", "answer"];
  for (const { item } of orders) await submit(item.id);
  const [, lost] = orders;
  if (!lost) throw new Error("there are three");
  const shown = async () => (await findOrderDetails(db(), lost.order.id, new Date()))?.items[0];
  expect(await shown()).toMatchObject({
    state: "unknown",
    steps: ["attach", "complete", "resubmit", "cancel"],
    advice: expect.stringContaining("A balance alone shows nothing"),
    lostCall: {
      balance: expect.stringMatching(/^12\.5000 USD, read .*; since .* our accepted orders cost about/),
      numbers: "after 7000, before 7001",
      open: 2,
      late: null,
    },
  });

  const { supplierId } = await findItem(lost.item.id);
  const late = (lateNumber: string) => ({ lateNumber, lateSupplierId: supplierId ?? "", number: null });
  const event = { orderId: lost.order.id, itemId: lost.item.id, type: "item.late_answer" };
  await db().orderEvent.create({ data: { ...event, data: late("7009") } });
  expect(await shown()).toMatchObject({
    lostCall: { late: "7009" },
    advice: expect.stringContaining("as number 7009, and no item has that number"),
  });
  // A number that an item has is not offered.
  await db().orderEvent.create({ data: { ...event, data: late("7001") } });
  expect(await shown()).toMatchObject({ lostCall: { late: "7009" } });
});
