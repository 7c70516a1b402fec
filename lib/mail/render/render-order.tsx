import {
  OrderConfirmedMail,
  OrderRefundedMail,
  type Outlook,
  type RefundCause,
  WithdrawalReceivedMail,
} from "@/emails/order-payment";
import {
  ConfirmOrderEmailMail,
  DeliveryCompletedMail,
  DeliveryStartedMail,
  OrderEmailChangedMail,
  PaymentFailedMail,
  RequestDecidedMail,
  TargetUnreachableMail,
  TrackingLinkMail,
} from "@/emails/order-progress";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { isGuestOrder } from "@/lib/base/guest-order";
import { itemTarget } from "@/lib/base/item-target";
import { formatCents } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import type { PaymentRefusal } from "@/lib/base/refund-reasons";
import { plural } from "@/lib/base/text/plural";
import { platformLabels } from "@/lib/shop/catalog/platforms";
import { acceptedVersions, readAcceptance } from "@/lib/shop/legal/acceptance";
import { findText } from "@/lib/shop/legal/find-text";
import { legalTitles, versionPath } from "@/lib/shop/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";
import { mailTime } from "./mail-time";
import { type ComposeContext, type Composers, linkWith } from "./render-composer";
import { loadReceipt } from "./withdrawal-receipt";

/** The mails about an order; each shows the rows as they are when it is sent. */
export const orderMails = {
  "order-confirmed": async (context) => {
    const order = await getOrder(context);
    const lines = await context.db.orderLine.findMany({
      where: { orderId: order.id },
      orderBy: { position: "asc" },
    });
    const facts = factsOf(context, order);
    const outlook = outlookOf(order);
    return {
      subject: `${outlook === "on_its_way" ? "Order confirmed" : "Payment received"}: ${facts.what}`,
      body: (
        <OrderConfirmedMail
          {...facts}
          outlook={outlook}
          lines={lines.map(({ label, count, amountCents }) => ({
            label,
            count,
            amount: formatCents(amountCents),
          }))}
          total={formatCents(order.paidCents)}
          paidAt={mailTime(order.paidAt ?? order.createdAt)}
          agreed={await agreedTo(context, order)}
          withdrawUrl={context.shop.takesWithdrawals ? `${facts.orderUrl}/withdraw` : null}
        />
      ),
    };
  },
  "payment-failed": async (context) => {
    const facts = unpaidFactsOf(context, await getOrder(context));
    return {
      subject: `Your payment did not go through: ${facts.what}`,
      body: <PaymentFailedMail {...facts} />,
    };
  },
  "delivery-started": async (context) => {
    const facts = factsOf(context, await getOrder(context));
    return { subject: `Delivery has started: ${facts.what}`, body: <DeliveryStartedMail {...facts} /> };
  },
  "delivery-completed": async (context) => {
    const order = await getOrder(context);
    const facts = factsOf(context, order);
    const [promised, fulfillment, owed] = await Promise.all([
      context.db.fulfillmentItem.aggregate({
        where: { orderId: order.id, replacesItemId: null },
        _min: { refillDays: true },
      }),
      context.db.orderFulfillment.findUnique({ where: { orderId: order.id } }),
      context.db.owedAmount.findUnique({ where: { orderId: order.id } }),
    ]);
    return {
      subject: `Delivered: ${facts.what}`,
      body: (
        <DeliveryCompletedMail
          {...facts}
          quantity={units(order.quantity, order)}
          delivered={order.status === "partial" ? (fulfillment?.delivered ?? 0) : null}
          isPaidBack={owed !== null && owed.cents > 0}
          refillDays={promised._min.refillDays ?? 0}
        />
      ),
    };
  },
  "order-refunded": async (context, { refundId }) => {
    const order = await getOrder(context);
    const [refund, fulfillment] = await Promise.all([
      context.db.refund.findFirstOrThrow({ where: { id: refundId, orderId: order.id } }),
      context.db.orderFulfillment.findUnique({ where: { orderId: order.id } }),
    ]);
    const facts = order.paidCents > 0 ? factsOf(context, order) : unpaidFactsOf(context, order);
    const amount = formatCents(refund.amountCents);
    const delivered = fulfillment?.delivered ?? 0;
    return {
      subject: `${amount} sent back to you: ${facts.what}`,
      body: (
        <OrderRefundedMail
          {...facts}
          cause={causeOf(refund.reason, order)}
          amount={amount}
          delivered={`${delivered.toLocaleString("en-US")} of ${units(order.quantity, order)}`}
        />
      ),
    };
  },
  "target-unreachable": async (context, { itemId, fixBy, target: named }) => {
    const order = await getOrder(context);
    const item = await context.db.fulfillmentItem.findFirstOrThrow({
      where: { id: itemId, orderId: order.id },
    });
    const target = named ?? (item.postId === null ? "account" : "post");
    return {
      subject: `Your order is paused: we can't reach your ${target}`,
      body: (
        <TargetUnreachableMail
          {...factsOf(context, order)}
          target={target}
          link={item.link}
          fixBy={mailTime(new Date(fixBy))}
        />
      ),
    };
  },
  "request-decided": async (context, { decisionIds }) => {
    const order = await getOrder(context);
    const [decisions, itemCount] = await Promise.all([
      context.db.requestDecision.findMany({
        where: { id: { in: decisionIds }, orderId: order.id },
        orderBy: [{ item: { position: "asc" } }, { id: "asc" }],
        include: { item: { select: { postId: true, position: true } } },
      }),
      context.db.fulfillmentItem.count({ where: { orderId: order.id, replacesItemId: null } }),
    ]);
    const facts = factsOf(context, order);
    const isAsked = decisions.some(({ askedBy }) => askedBy === "customer");
    const isDeclined = decisions.some(({ outcome }) => outcome === "declined");
    const isMissing = decisions.some(({ outcome }) => outcome !== "nothing_missing");
    const foundTitle = isMissing ? "We found something missing" : "We counted again";
    const ownTitle = isDeclined ? "Our decision on your refund" : foundTitle;
    const title = isAsked ? "Our decision on your request" : ownTitle;
    return {
      subject: `${title}: ${facts.what}`,
      body: (
        <RequestDecidedMail
          {...facts}
          title={title}
          isAsked={isAsked}
          decisions={decisions.map(({ item, message, lookAgainAt }) => ({
            target:
              itemCount === 1
                ? null
                : `${targetNames[itemTarget(item.postId, order.selectedPosts)]} ${item.position + 1}`,
            message,
            lookAgainAt: lookAgainAt && mailTime(lookAgainAt),
          }))}
        />
      ),
    };
  },
  // Until it is confirmed, the address may be a stranger's: the mail has neither the order's link nor the profile.
  "confirm-order-email": async (context, { sealedToken }) => {
    const { shortId } = factsOf(context, await getOrder(context));
    return {
      subject: `Confirm this address for your order #${shortId}`,
      body: (
        <ConfirmOrderEmailMail
          shop={context.shop}
          shortId={shortId}
          url={linkWith(context, orderEmailPath, sealedToken)}
        />
      ),
    };
  },
  "order-email-changed": async (context, { newEmailMasked }) => {
    const { shortId } = factsOf(context, await getOrder(context));
    return {
      subject: `The email address of order #${shortId} was changed`,
      body: <OrderEmailChangedMail shop={context.shop} shortId={shortId} newEmailMasked={newEmailMasked} />,
    };
  },
  "tracking-link": async (context) => {
    const facts = unpaidFactsOf(context, await getOrder(context));
    return { subject: `The link to your order #${facts.shortId}`, body: <TrackingLinkMail {...facts} /> };
  },
  "withdrawal-received": async (context, { withdrawalId }) => {
    const receipt = await loadReceipt(context.db, withdrawalId, context.shop.replyTime);
    const facts = context.orderId === null ? null : unpaidFactsOf(context, await getOrder(context));
    return {
      subject: `Your withdrawal from order #${receipt.orderNumber}, received ${receipt.statedAt}`,
      body: (
        <WithdrawalReceivedMail
          {...receipt}
          shop={context.shop}
          orderUrl={facts && (receipt.isUnconfirmed ? `${facts.orderUrl}/withdraw` : facts.orderUrl)}
          what={facts?.what ?? null}
        />
      ),
    };
  },
} satisfies Partial<Composers>;

/** The page of the link that confirms a guest order's new address. */
const orderEmailPath = "/order-email";

const targetNames = { account: "Account", post: "Post", reel: "Reel" };

async function getOrder({ db, orderId }: ComposeContext): Promise<Order> {
  const order = orderId ? await db.order.findUnique({ where: { id: orderId } }) : null;
  if (!order) throw new AppError("internal", { detail: "a mail about an order without one" });
  return order;
}

function factsOf({ shop }: ComposeContext, order: Order) {
  return {
    shop,
    orderUrl: `${shop.origin}/order/${order.token}`,
    shortId: shortOrderId(order.id),
    what: `${platformLabels[order.platform]} ${order.serviceType} for @${order.username}`,
  };
}

/** An order may be held or stopped as soon as it is paid: by a blocked card, or by a refund before the settlement. */
function outlookOf({ status, blockedAt }: Order): Outlook {
  if (status === "failed") return "stopped";
  return blockedAt === null ? "on_its_way" : "held";
}

/**
 * What the buyer agreed to: the line beside the button, and the accepted versions of the texts with their addresses.
 * The contract's texts are word for word, because a link is not a durable medium. Null if nothing was stored.
 */
async function agreedTo({ db, shop }: ComposeContext, order: Order) {
  const acceptance = readAcceptance(order.acceptance);
  if (!acceptance) return null;
  const texts = acceptedVersions(acceptance).map(async ({ kind, version }) => {
    const text = kind === "privacy" ? null : await findText(db, kind, version);
    return {
      title: `${legalTitles[kind]}, version ${version}`,
      url: `${shop.origin}${versionPath(kind, version)}`,
      lines: text ? plainLines(parseLegalText(text.body, acceptance.shop)) : [],
    };
  });
  return { statement: acceptance.statement, texts: await Promise.all(texts) };
}

/**
 * For mails before the payment, and for those that a stranger can request. A guest may have typed somebody else's
 * address, so a guest's mail does not name the profile.
 */
function unpaidFactsOf(context: ComposeContext, order: Order) {
  const facts = factsOf(context, order);
  if (!isGuestOrder(order)) return facts;
  return { ...facts, what: `${platformLabels[order.platform]} ${order.serviceType}` };
}

const units = (quantity: number, { serviceType }: Order) => plural(quantity, serviceType.slice(0, -1));

/** What the mail says where the payment itself was refused. */
const refusals: Record<string, RefundCause | undefined> = {
  second_payment: "duplicate",
  wrong_amount: "duplicate",
  excluded_country: "country",
  blocked: "blocked",
  withdrawn: "withdrawn",
} satisfies Record<PaymentRefusal, RefundCause>;

/** A refund's cause for its recipient; an administrator's own reason is not mailed. */
function causeOf(reason: string, { status, withdrawnAt }: Order): RefundCause {
  const refused = refusals[reason];
  if (refused) return refused;
  if (withdrawnAt && reason === "undelivered") return "withdrawn";
  if (status === "failed") return "canceled";
  if (reason === "missing_units") return "missing";
  return status === "partial" && reason === "undelivered" ? "partial" : "goodwill";
}
