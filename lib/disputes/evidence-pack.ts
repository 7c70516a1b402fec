import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { shortOrderId } from "@/lib/ids";
import { describeEvent } from "@/lib/orders/describe-event";

/** What a bank is shown about an order: times are ISO 8601, money is cents. */
export type EvidencePack = {
  madeAt: string;
  order: {
    id: string;
    shortId: string;
    placedAt: string;
    paidAt: string | null;
    finishedAt: string | null;
    status: string;
    email: string;
    target: string;
    service: string;
    quantity: number;
    paidCents: number;
    refundedCents: number;
    currency: string;
    lines: { label: string; count: number; amountCents: number }[];
  };
  payments: {
    paymentIntentId: string | null;
    sessionId: string | null;
    paidAt: string | null;
    amountCents: number;
  }[];
  consent: { message: string; at: string };
  delivery: {
    link: string;
    ordered: number;
    delivered: number;
    state: string;
    startedAt: string | null;
    finishedAt: string | null;
    startCount: number | null;
    counts: { moment: string; count: number; source: string; takenAt: string }[];
  }[];
  timeline: { at: string; type: string; message: string }[];
  mails: { kind: string; recipient: string; sentAt: string | null; state: string }[];
  refunds: {
    amountCents: number;
    reason: string;
    status: string;
    requestedAt: string;
    finishedAt: string | null;
  }[];
  disputes: { id: string; amountCents: number; reason: string; status: string; openedAt: string }[];
};

/** The text above the button that leads to the payment page. */
const consentMessage =
  "By paying you agree to the Terms of Service. (Shown on the page that leads to the payment, with a link to the terms.)";

/**
 * The evidence for answering a dispute: that an order was placed, paid, delivered and confirmed by mail. Holds no key,
 * no link that opens the order, and nothing of the suppliers. Errors: not_found.
 */
export async function loadEvidence(db: Db, orderId: string, now: Date): Promise<EvidencePack> {
  const order = await db.order.findUnique({
    where: { id: orderId },
    include: {
      lines: { orderBy: { position: "asc" } },
      attempts: { where: { status: { in: ["paid", "duplicate"] } }, orderBy: { number: "asc" } },
      items: { orderBy: { position: "asc" }, include: { counts: { orderBy: { takenAt: "asc" } } } },
      events: { orderBy: { id: "asc" } },
      refunds: { orderBy: { number: "asc" } },
      disputes: { orderBy: { createdAt: "asc" } },
    },
  });
  if (!order) throw new AppError("not_found", { userMessage: "There is no such order." });
  const mails = await db.emailLog.findMany({ where: { orderId }, orderBy: { createdAt: "asc" } });
  return {
    madeAt: now.toISOString(),
    order: {
      id: order.id,
      shortId: shortOrderId(order.id),
      placedAt: order.createdAt.toISOString(),
      paidAt: iso(order.paidAt),
      finishedAt: iso(order.finishedAt),
      status: order.status,
      email: order.email,
      target: `@${order.username} (${order.postUrl})`,
      service: `${order.platform} ${order.serviceType}`,
      quantity: order.quantity,
      paidCents: order.paidCents,
      refundedCents: order.refundedCents,
      currency: order.currency,
      lines: order.lines.map(({ label, count, amountCents }) => ({ label, count, amountCents })),
    },
    payments: order.attempts.map(({ paymentIntentId, stripeSessionId, paidAt, amountCents }) => ({
      paymentIntentId,
      sessionId: stripeSessionId,
      paidAt: iso(paidAt),
      amountCents,
    })),
    consent: { message: consentMessage, at: order.createdAt.toISOString() },
    delivery: order.items.map((item) => ({
      link: item.link,
      ordered: item.quantity,
      delivered: item.state === "completed" ? item.quantity : item.quantity - (item.remains ?? item.quantity),
      state: item.state,
      startedAt: iso(item.submittedAt ?? item.leasedAt),
      finishedAt: iso(item.finishedAt),
      startCount: item.startCount,
      counts: item.counts.map(({ moment, count, source, takenAt }) => ({
        moment,
        count,
        source,
        takenAt: takenAt.toISOString(),
      })),
    })),
    timeline: order.events.flatMap(({ createdAt, type, to, data }) => {
      const message = describeEvent(type, to, data) ?? disputeMessages[type];
      return message ? [{ at: createdAt.toISOString(), type, message }] : [];
    }),
    mails: mails.map(({ kind, recipient, sentAt, state }) => ({
      kind,
      recipient,
      sentAt: iso(sentAt),
      state,
    })),
    refunds: order.refunds.map(({ amountCents, reason, status, createdAt, finishedAt }) => ({
      amountCents,
      reason,
      status,
      requestedAt: createdAt.toISOString(),
      finishedAt: iso(finishedAt),
    })),
    disputes: order.disputes.map(({ stripeDisputeId, amountCents, reason, status, createdAt }) => ({
      id: stripeDisputeId,
      amountCents,
      reason,
      status,
      openedAt: createdAt.toISOString(),
    })),
  };
}

// Events that the customer's timeline leaves out and a bank asks for.
const disputeMessages: Record<string, string | undefined> = {
  "dispute.opened": "Payment disputed",
  "dispute.updated": "Dispute updated",
  "dispute.closed": "Dispute decided",
};

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
