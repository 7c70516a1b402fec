import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { useShopAtStripe } from "./shop";
import { useWebhooks } from "./stripe-webhooks";
import { sweepOnce } from "./submitting";

/** The base of tests of disputes: a shop that hears of them by webhooks. Its invariants are checked after each test. */
export function useDisputes() {
  const { database, db, stripe, shop } = useShopAtStripe();
  shop.checkAfterEach();
  const webhooks = useWebhooks(database, stripe, shop);
  return {
    database,
    db,
    stripe,
    shop,
    webhooks,
    /** A paid order, whose one item `item` changes, and Stripe's webhooks turned on. */
    async paidOrder(item: object = {}): Promise<string> {
      const { orderId } = await shop.placeReady(item);
      await webhooks.deliver();
      await webhooks.handled();
      return orderId;
    },
    async dispute(orderId: string, body: object = { reason: "product_not_received" }): Promise<string> {
      const id = await stripe.dispute(orderId, body);
      await webhooks.handled();
      return id;
    },
    /** Gives a dispute another status at Stripe. */
    async decide(disputeId: string, status: string): Promise<void> {
      await stripe.control(`/dispute/${disputeId}/${status}`);
      await webhooks.handled();
    },
    /** A dispute as Stripe answers it now. */
    retrieve: (disputeId: string) => stripe.client().disputes.retrieve(disputeId),
    /** Applies a dispute as if Stripe answered `dispute`. */
    applyAs(disputeId: string, dispute: object): Promise<unknown> {
      const answering = { disputes: { value: { retrieve: async () => dispute } } };
      return applyDispute({ ...shop.deps(), stripe: Object.create(stripe.client(), answering) }, disputeId);
    },
    withDisputes: (orderId: string) =>
      db().order.findUniqueOrThrow({
        where: { id: orderId },
        include: { disputes: true, items: true, refunds: true },
      }),
    sweep: () => sweepOnce(database.current),
    alertOf: (disputeId: string) => db().operatorAlert.findUnique({ where: { key: `dispute:${disputeId}` } }),
  };
}
