import type { Pool } from "pg";
import { z } from "zod";
import { recordAudit, shopActor } from "@/lib/base/audit/record-audit";
import type { Database, Db, Tx } from "@/lib/base/db/client";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { isOrderToken, shortOrderId } from "@/lib/base/order-id";
import { orderTokenSchema } from "@/lib/base/order-number";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { emailSchema, maskEmail } from "@/lib/mail/address/address";
import { enqueueMail, enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { isBouncing } from "@/lib/mail/queue/suppression";
import { orderConfirmedMail } from "@/lib/money/payments/payment-mails";
import { isGuestOrder } from "@/lib/orders/order/guest-order";
import { recordEvents } from "@/lib/orders/order/record-event";
import { requireNotBlocked } from "@/lib/people/abuse/blocks";
import {
  dropOrderEmailTokens,
  findOrderEmailToken,
  sendLink,
  takeOrderEmailToken,
} from "@/lib/people/customers/email-token";
import { countMailTo } from "@/lib/people/customers/mail-allowance";
import { orderEmailChangedMail } from "@/lib/people/customers/order-email-mails";

/** The form on an order's page. */
export const newOrderEmailSchema = z.object({ token: orderTokenSchema, email: emailSchema });

type Facts = Pick<Order, "userId" | "guestKeyHash" | "paidAt" | "blockedAt" | "paymentStatus">;

type Circumstances = {
  /** The browser that asks placed the order. */
  isOwnBrowser: boolean;
  /** Mails to the order's address come back. */
  comesBack: boolean;
};

/**
 * Whether an order's page offers to correct its address. The link alone is not enough, because it may have been
 * forwarded: it takes the browser that placed the order, or an address whose mails come back. A stopped order keeps the
 * address that its stop is about. Whether an account has the order makes no difference, because the link's holder must
 * not learn that there is one. Pure.
 */
export function mayAskForEmail(order: Facts, by: Circumstances): boolean {
  const isOpen = order.paidAt !== null && order.blockedAt === null && order.paymentStatus !== "disputed";
  return isGuestOrder(order) && isOpen && (by.isOwnBrowser || by.comesBack);
}

/** Whether a confirmed address becomes the order's: nothing is taken from an account, which an operator can decide. */
export function mayChangeEmail(order: Facts, by: Circumstances): boolean {
  return order.userId === null && mayAskForEmail(order, by);
}

const fields = {
  id: true,
  token: true,
  email: true,
  emailAtPurchase: true,
  userId: true,
  guestKeyHash: true,
  paidAt: true,
  blockedAt: true,
  paymentStatus: true,
} as const;

type Found = Facts & Pick<Order, "email">;

async function circumstancesOf(db: Db, order: Found, browserHash: string | null): Promise<Circumstances> {
  return {
    isOwnBrowser: browserHash !== null && browserHash === order.guestKeyHash,
    comesBack: await isBouncing(db, order.email),
  };
}

/**
 * Finds whether mails to an order's address come back, for the order's page. Null where it can't be corrected there.
 * `guestKey` is the value of the browser's guest cookie.
 */
export async function findEmailOffer(
  db: Db,
  token: string,
  guestKey: string | null,
): Promise<{ comesBack: boolean } | null> {
  if (!isOrderToken(token)) return null;
  const order = await db.order.findUnique({ where: { token }, select: fields });
  if (!order) return null;
  const by = await circumstancesOf(db, order, guestKey && sha256(guestKey));
  return mayAskForEmail(order, by) ? { comesBack: by.comesBack } : null;
}

/**
 * Mails a link to a new address for a guest's order. Nothing changes until the link is followed (confirmOrderEmail). The
 * answer is the same for the present address, which the link's holder must not find out; its link sends the confirmation
 * again. Limited by order, new address and network. Errors: not_found; conflict where the page does not offer it;
 * blocked; rate_limited.
 */
export async function requestOrderEmail(
  deps: { db: Database; pool: Pool; secret: string; now: Date },
  input: z.infer<typeof newOrderEmailSchema> & { guestKey: string | null; address: string },
): Promise<void> {
  const { db, pool } = deps;
  const { token, email, guestKey, address } = input;
  const order = await db.order.findUnique({ where: { token }, select: fields });
  if (!order) throw new AppError("not_found");
  const browserHash = guestKey && sha256(guestKey);
  if (!mayAskForEmail(order, await circumstancesOf(db, order, browserHash))) throw closed();
  await requireNotBlocked(db, { email });
  await consumeRateLimit(pool, "orderEmail", order.id);
  await countMailTo(pool, email, { address });
  await db.$transaction(async (tx) => {
    await sendLink(tx, deps, { kind: "order_email", orderId: order.id, email, browserHash });
    await recordEvents(tx, [{ orderId: order.id, type: "email.change_requested" }]);
    await recordAudit(tx, { actor: shopActor }, "order.email_requested", ["order", order.id], {
      after: { email: maskEmail(email) },
    });
  });
}

/** The order and the address that a mailed link confirms. Errors: link_unknown, link_used, link_expired. */
export async function findNewOrderEmail(
  db: Db,
  value: string,
  now: Date,
): Promise<{ email: string; orderNumber: string }> {
  const { email, orderId } = await findOrderEmailToken(db, value, now);
  return { email, orderNumber: shortOrderId(orderId) };
}

/**
 * Makes the address of a mailed link the order's, once: the order's mails and tickets go there, the confirmation is sent
 * there again, other open links are void, and the address before is told. The address given at checkout is kept for the
 * limits and for disputes. Returns the order's token. Errors: those of findNewOrderEmail; conflict when the order can't
 * be changed any more.
 */
export async function confirmOrderEmail(
  { db, now }: { db: Database; now: Date },
  value: string,
): Promise<string> {
  return db.$transaction(async (tx) => {
    const link = await takeOrderEmailToken(tx, value, now);
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${link.orderId}::uuid FOR NO KEY UPDATE`;
    const order = await tx.order.findUniqueOrThrow({ where: { id: link.orderId }, select: fields });
    if (!mayChangeEmail(order, await circumstancesOf(tx, order, link.browserHash))) throw closed();
    await dropOrderEmailTokens(tx, order.id, now);
    const isChange = order.email !== link.email;
    if (isChange) await changeEmail(tx, order, link);
    await enqueueOrderMails(tx, orderConfirmedMail, [{ orderId: order.id, about: link.id }]);
    if (isChange) {
      await recordAudit(tx, { actor: shopActor }, "order.email_changed", ["order", order.id], {
        before: { email: maskEmail(order.email) },
        after: { email: maskEmail(link.email) },
      });
    }
    return order.token;
  });
}

async function changeEmail(
  tx: Tx,
  { id, email: before, emailAtPurchase }: Pick<Order, "id" | "email" | "emailAtPurchase">,
  link: { id: string; email: string },
): Promise<void> {
  const { email } = link;
  await tx.order.update({ where: { id }, data: { email, emailAtPurchase: emailAtPurchase ?? before } });
  // The tickets that were opened on the order's page.
  await tx.supportTicket.updateMany({
    where: { orderId: id, userId: null, email: before },
    data: { email },
  });
  await enqueueMail(tx, orderEmailChangedMail, {
    about: link.id,
    orderId: id,
    recipient: before,
    props: { newEmailMasked: maskEmail(email) },
  });
  await recordEvents(tx, [{ orderId: id, type: "email.changed" }]);
}

const closed = () =>
  new AppError("conflict", {
    userMessage:
      "The email address of this order can't be changed here. Please write to us with the order number, and we will look into it.",
  });
