import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/errors";
import { shortOrderId } from "@/lib/base/order-id";
import { withIsoDates } from "@/lib/base/time/time";
import { intervalOf } from "@/lib/delivery/counts/shared-counter";
import { counterText } from "@/lib/delivery/social/counter";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import { soldService } from "@/lib/orders/order/sold-names";
import { describeEvent } from "@/lib/orders/views/describe-event";
import { handleOf } from "@/lib/shop/catalog/catalog";
import { type Acceptance, acceptedVersions, readAcceptance } from "@/lib/shop/legal/acceptance";
import { findText } from "@/lib/shop/legal/find-text";
import { legalTitles } from "@/lib/shop/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";
import { isInquiry } from "./dispute-status";

/** The evidence about an order for a bank. Times are ISO 8601, money is in cents. */
export type EvidencePack = Awaited<ReturnType<typeof loadEvidence>>;

/** The text that earlier releases showed above the button; their orders store no acceptance. */
const earlierMessage =
  "By paying you agree to the Terms of Service. (Shown on the page that leads to the payment, with a link to the terms.)";

/**
 * The evidence for answering a dispute: that an order was placed, paid, delivered and confirmed by mail. Contains no
 * key, no link that opens the order, and nothing about suppliers. Errors: not_found.
 */
export async function loadEvidence(db: Db, orderId: string, now: Date) {
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
  if (!order) throw notFound("There is no such order.");
  const acceptance = readAcceptance(order.acceptance);
  const mails = await db.emailLog.findMany({ where: { orderId }, orderBy: { createdAt: "asc" } });
  return {
    madeAt: now.toISOString(),
    order: {
      ...withIsoDates(order, ["id", "paidAt", "finishedAt", "status", "quantity"]),
      ...withIsoDates(order, ["paidCents", "refundedCents", "currency"]),
      /** The address given at checkout. */
      email: order.emailAtPurchase ?? order.email,
      /** The address that the buyer corrected it to, and confirmed by a mailed link; null where it is the same. */
      correctedEmail: order.emailAtPurchase === null ? null : order.email,
      shortId: shortOrderId(order.id),
      placedAt: order.createdAt.toISOString(),
      target: `${handleOf(order)} (${order.postUrl})`,
      service: soldService(order),
      lines: order.lines.map((line) => withIsoDates(line, ["label", "count", "amountCents"])),
    },
    payments: order.attempts.map((attempt) => ({
      ...withIsoDates(attempt, ["paymentIntentId", "paidAt", "amountCents"]),
      sessionId: attempt.stripeSessionId,
    })),
    consent: acceptance
      ? {
          message: acceptance.statement,
          ...withIsoDates(acceptance, ["at", "locale", "isTicked"]),
          texts: await acceptedTexts(db, acceptance),
        }
      : {
          message: earlierMessage,
          at: order.createdAt.toISOString(),
          locale: null,
          isTicked: false,
          texts: [],
        },
    delivery: order.items.map((item) => ({
      ...withIsoDates(item, ["link", "state", "finishedAt", "startCount"]),
      ordered: item.quantity,
      delivered: deliveredUnits(item),
      sentAt: (item.submittedAt ?? item.leasedAt)?.toISOString() ?? null,
      counts: item.counts.map((look) => ({
        ...withIsoDates(look, ["moment", "source", "takenAt"]),
        shown: counterText(intervalOf(look)),
      })),
    })),
    timeline: order.events.flatMap(({ createdAt, type, to, data }) => {
      const message = describeEvent(type, to, data) ?? disputeMessage(type, data);
      return message ? [{ at: createdAt.toISOString(), type, message }] : [];
    }),
    mails: mails.map((mail) => ({
      ...withIsoDates(mail, ["kind", "recipient", "sentAt", "reportedAt"]),
      state: mail.report ?? mail.state,
    })),
    refunds: order.refunds.map((refund) => ({
      ...withIsoDates(refund, ["amountCents", "reason", "status", "finishedAt"]),
      requestedAt: refund.createdAt.toISOString(),
    })),
    disputes: order.disputes.map((dispute) => ({
      ...withIsoDates(dispute, ["amountCents", "reason", "status"]),
      currency: dispute.currency ?? order.currency,
      id: dispute.stripeDisputeId,
      openedAt: dispute.createdAt.toISOString(),
    })),
  };
}

/** The accepted versions word for word, as lines without their markup. */
function acceptedTexts(db: Db, acceptance: Acceptance) {
  return Promise.all(
    acceptedVersions(acceptance).map(async ({ kind, version }) => {
      const text = await findText(db, kind, version);
      return {
        title: legalTitles[kind],
        version,
        publishedAt: text?.publishedAt.toISOString() ?? null,
        lines: text ? plainLines(parseLegalText(text.body, acceptance.shop)) : [],
      };
    }),
  );
}

/** The message of an event that the customer's timeline leaves out but a bank asks for. */
function disputeMessage(type: string, data: unknown): string | undefined {
  const { status = "" } = z.object({ status: z.string() }).partial().catch({}).parse(data);
  return (isInquiry(status) ? inquiryMessages : disputeMessages)[type];
}

const disputeMessages: Record<string, string | undefined> = {
  "dispute.opened": "Payment disputed",
  "dispute.updated": "Dispute updated",
  "dispute.closed": "Dispute decided",
};

const inquiryMessages: typeof disputeMessages = {
  "dispute.opened": "The bank asked about the payment",
  "dispute.updated": "The bank's inquiry changed",
  "dispute.closed": "The bank closed its inquiry",
};
