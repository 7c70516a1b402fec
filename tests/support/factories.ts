import type { Database, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { newId, newToken } from "@/lib/base/ids";
import { insertItems, type PaidOrder } from "@/lib/delivery/items/create-items";
import { promoteLocked } from "@/lib/delivery/items/promote-waiting";
import { soldAsNow } from "@/lib/orders/order/sold-as";
import { profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";

export type OrderOptions = {
  platform?: string;
  service?: string;
  username?: string;
  quantity?: number;
  priceCents?: number;
  /** Likes and views: one post each, with its units. Default one post with all of them. */
  posts?: { postId: string; quantity: number }[];
  status?: "pending" | "processing";
  /** Columns that differ from what the options above make. */
  data?: Partial<Prisma.OrderUncheckedCreateInput>;
};

let counter = 0;

/** An order without items, paid unless `status` is pending. */
export async function orderFactory(db: Database, options: OrderOptions = {}) {
  const { platform = "instagram", service = "followers", quantity = 100, priceCents = 1349 } = options;
  const username = options.username ?? `buyer${++counter}${Date.now()}`;
  const isPaid = options.status !== "pending";
  const posts = options.posts ?? [{ postId: newToken(), quantity }];
  const sold = soldAsNow(platform, service);
  if (!sold) throw new Error(`the first catalogue has no ${platform} ${service}`);
  return db.order.create({
    data: {
      id: newId(),
      token: newToken(),
      email: `${username}@example.com`,
      platform,
      serviceType: service,
      ...sold,
      surface: service === "followers" ? "checkout" : "post-selection",
      packageId: `${service}-${quantity}`,
      quantity,
      priceTotalCents: priceCents,
      status: isPaid ? "processing" : "pending",
      paymentStatus: isPaid ? "paid" : "unpaid",
      paidCents: isPaid ? priceCents : 0,
      paidAt: isPaid ? new Date() : null,
      username,
      profile: { fullName: "", biography: "", pictureUrl: null, isVerified: false, followersCount: 0 },
      postUrl: profileUrl(getPlatform(platform), username),
      selectedPosts:
        service === "followers"
          ? []
          : posts.map((post) => ({
              ...post,
              kind: "post",
              postUrl: `https://www.instagram.com/p/${post.postId}/`,
              imageUrl: null,
              caption: "",
            })),
      ...options.data,
    },
  });
}

/** An order's first payment attempt, paid by default. */
export function attemptFactory(
  db: Database,
  orderId: string,
  changes: Partial<Prisma.PaymentAttemptUncheckedCreateInput> = {},
) {
  const defaults = { number: 1, params: {}, status: "paid", amountCents: 1349, currency: "usd" } as const;
  return db.paymentAttempt.create({ data: { ...defaults, orderId, expiresAt: new Date(), ...changes } });
}

/** A requested refund of $5.00 of an order's payment, whose attempt is made where the order has none. */
export async function refundFactory(
  db: Database,
  orderId: string,
  changes: Partial<Prisma.RefundUncheckedCreateInput> = {},
) {
  const attempt =
    (await db.paymentAttempt.findFirst({ where: { orderId } })) ?? (await attemptFactory(db, orderId));
  const defaults = { number: 1, amountCents: 500, reason: "undelivered" };
  return db.refund.create({ data: { ...defaults, orderId, attemptId: attempt.id, ...changes } });
}

/** An open dispute of an order's payment of $13.49. */
export const disputeFactory = (
  db: Database,
  orderId: string,
  changes: Partial<Prisma.DisputeUncheckedCreateInput> = {},
) => {
  const defaults = { amountCents: 1349, reason: "fraudulent", status: "needs_response" };
  return db.dispute.create({ data: { ...defaults, orderId, stripeDisputeId: newId(), ...changes } });
};

/** Puts an order's attempts back to before Stripe's answer was stored. */
export const forgetAnswer = (db: Database, orderId: string) =>
  db.paymentAttempt.updateMany({
    where: { orderId },
    data: { status: "creating", stripeSessionId: null, url: null },
  });

/** The items of an order, with their submit jobs, as a settlement makes them. */
export async function createItems(tx: Tx, order: PaidOrder): Promise<void> {
  const { entries, targetKeys } = insertItems(order);
  await tx.$executeRaw`WITH ${Prisma.join(entries)} SELECT`;
  await promoteLocked(tx, targetKeys);
}

/** A paid order with its items and their submit jobs, as a settlement leaves it. */
export async function paidOrderFactory(db: Database, options: OrderOptions = {}) {
  const order = await orderFactory(db, options);
  await db.$transaction((tx) => createItems(tx, order));
  const items = await db.fulfillmentItem.findMany({
    where: { orderId: order.id },
    orderBy: { position: "asc" },
  });
  const first = items[0];
  if (!first) throw new Error("a paid order has items");
  return { order, items, item: first };
}

type CustomerOptions = {
  email?: string;
  name?: string;
  /** False: signed up, but the link was never followed. */
  isVerified?: boolean;
  passwordHash?: string | null;
  roles?: string[];
};

/** An account that can sign in by default. */
export async function customerFactory(db: Database, options: CustomerOptions = {}) {
  return db.user.create({
    data: {
      email: options.email ?? `customer${++counter}${Date.now()}@example.com`,
      name: options.name ?? null,
      emailVerifiedAt: options.isVerified === false ? null : new Date(),
      passwordHash: options.passwordHash ?? null,
      roles: { create: (options.roles ?? ["user"]).map((role) => ({ role })) },
    },
  });
}

/** Puts items into any state, without the transitions before it, by switching off the trigger that checks them. */
export async function setItems(
  db: Database,
  where: Prisma.FulfillmentItemWhereInput,
  data: Prisma.FulfillmentItemUncheckedUpdateManyInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SET LOCAL session_replication_role = replica`;
    await tx.fulfillmentItem.updateMany({ where, data });
  });
}

/** An entry of the block list, for an address or a profile. */
export const blockFactory = (db: Database, kind: "email" | "target", value: string) =>
  db.block.create({ data: { kind, value, reason: "a test", createdBy: "ops" } });

/** The audit log's entries about a subject, oldest first. */
export const auditOf = (db: Database, subjectId: string) =>
  db.auditEntry.findMany({ where: { subjectId }, orderBy: { id: "asc" } });

/** The actions on a subject in the audit log, oldest first. */
export const auditedActions = async (db: Database, subjectId: string): Promise<string[]> =>
  (await auditOf(db, subjectId)).map(({ action }) => action);

/** Who acts where it matters to no test, and why. */
export const byOps = { actor: { id: null, email: "ops" }, reason: "a test" };

/** Ends a quarantine, as if everything had been recovered. */
export const leaveQuarantine = (db: Database) =>
  db.$executeRaw`UPDATE shop_state SET quarantine_since = NULL, quarantine_reason = NULL`;

/** Sets a setting of the admin pages. */
export const setSetting = (db: Database, key: string, value: number) =>
  db.siteSetting.upsert({ where: { key }, create: { key, value }, update: { value } });
