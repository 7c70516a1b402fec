import { describe, expect, it } from "vitest";
import { attemptFactory } from "../../support/factories";
import { useMail } from "../../support/mail";
import { delayedMethod } from "../../support/purchase";
import { useShopAtStripe } from "../../support/shop";

const { database, db, stripe, shop } = useShopAtStripe();
const mail = useMail(database);

const mailsOf = (orderId: string) => db().emailLog.findMany({ where: { orderId } });

/** An order whose buyer chose a delayed payment, which the bank then refused. */
async function refusedLater() {
  const placed = await shop.place();
  await stripe.pay(placed.sessionId, delayedMethod);
  await stripe.control(`/async/${placed.sessionId}/failed`);
  return placed;
}

describe("the mail about a refused delayed payment", () => {
  it("goes to the buyer once, with a link to pay again", async () => {
    const { orderId, sessionId, token } = await refusedLater();
    await Promise.all(Array.from({ length: 3 }, () => shop.settle(sessionId)));
    const [posted, ...others] = await mailsOf(orderId);
    expect(posted).toMatchObject({ kind: "payment-failed", recipient: "buyer@example.com" });
    expect(others).toEqual([]);
    await mail.send(posted?.id ?? "");
    const [received] = await mail.inbox();
    expect(received?.subject).toBe("Your payment did not go through: Instagram followers");
    expect(received?.text).toContain(`http://127.0.0.1:3000/order/${token}`);
  });

  it("is not sent when another payment page of the order is open", async () => {
    const { orderId, sessionId } = await refusedLater();
    await attemptFactory(db(), orderId, { number: 2, status: "creating", amountCents: 229 });
    await shop.settle(sessionId);
    expect(await mailsOf(orderId)).toEqual([]);
  });

  it("is not sent for a page that simply expired", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await shop.settle(sessionId);
    expect(await mailsOf(orderId)).toEqual([]);
  });
});
