import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import type { AttemptStatus, MailState, RefundStatus } from "@/lib/db/generated/enums";
import { isComplete } from "@/lib/email/list-failed-mails";
import { type LedgerTotals, orderTotals } from "@/lib/ledger/queries";
import { describeEvent } from "@/lib/orders/describe-event";
import type { OrderStatus, PaymentStatus } from "@/lib/orders/order-view";
import type { Platform, ServiceType } from "@/lib/platforms";
import type { TicketStatus } from "@/lib/support/ticket-status";
import { type ItemFile, itemFileParts, toItemFile } from "./item-file";
import { previewRefunds, type RefundPreview } from "./preview-refunds";

export type RefundFile = {
  id: string;
  amountCents: number;
  reason: string;
  status: RefundStatus;
  note: string | null;
  stripeRefundId: string | null;
  failure: string | null;
  isRetried: boolean;
  createdAt: string;
  finishedAt: string | null;
};

/** Everything the admin pages shows of one order: plain JSON, times as ISO 8601, money in cents. */
export type OrderFile = {
  id: string;
  token: string;
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  platform: Platform;
  service: ServiceType;
  username: string;
  postUrl: string;
  quantity: number;
  delivered: number;
  totalCents: number;
  paidCents: number;
  refundedCents: number;
  email: string;
  userId: string | null;
  surface: string;
  blockedReason: string | null;
  flagReason: string | null;
  createdAt: string;
  paidAt: string | null;
  finishedAt: string | null;
  lines: { id: string; label: string; count: number; amountCents: number }[];
  attempts: {
    id: string;
    number: number;
    status: AttemptStatus;
    amountCents: number;
    stripeSessionId: string | null;
    paymentIntentId: string | null;
    createdAt: string;
    paidAt: string | null;
  }[];
  refunds: RefundFile[];
  refundable: RefundPreview;
  disputes: {
    id: string;
    stripeDisputeId: string;
    amountCents: number;
    reason: string;
    status: string;
    evidenceDueAt: string | null;
    closedAt: string | null;
  }[];
  items: ItemFile[];
  /** In millionths of a currency's unit, as text. */
  ledger: { currency: string; label: string; micros: string }[];
  events: { id: string; at: string; type: string; message: string }[];
  mails: {
    id: string;
    kind: string;
    recipient: string;
    state: MailState;
    error: string | null;
    createdAt: string;
    sentAt: string | null;
    canBeSentAgain: boolean;
  }[];
  tickets: { id: string; subject: string; status: TicketStatus; createdAt: string }[];
};

const parts = {
  lines: { orderBy: { position: "asc" } },
  attempts: { orderBy: { number: "desc" } },
  refunds: { orderBy: { number: "desc" } },
  disputes: { orderBy: { createdAt: "desc" } },
  items: { orderBy: { position: "asc" }, include: itemFileParts },
  fulfillment: true,
  events: { orderBy: { id: "desc" } },
  tickets: { orderBy: { createdAt: "desc" } },
} satisfies Prisma.OrderInclude;

type LoadedOrder = Prisma.OrderGetPayload<{ include: typeof parts }>;

/** The file of an order at `now`; null when there is none. */
export async function findOrderFile(db: Db, orderId: string, now: Date): Promise<OrderFile | null> {
  const order = await db.order.findUnique({ where: { id: orderId }, include: parts });
  if (!order) return null;
  const [refundable, ledger, mails] = await Promise.all([
    previewRefunds(db, order),
    orderTotals(db, orderId),
    db.emailLog.findMany({ where: { orderId }, orderBy: { createdAt: "desc" } }),
  ]);
  return {
    ...headOf(order),
    attempts: order.attempts.map(({ createdAt, paidAt, params: _, ...attempt }) => ({
      ...pick(attempt, ["id", "number", "status", "amountCents", "stripeSessionId", "paymentIntentId"]),
      createdAt: createdAt.toISOString(),
      paidAt: iso(paidAt),
    })),
    refunds: order.refunds.map((refund) => toRefund(refund, order.refunds)),
    refundable,
    disputes: order.disputes.map((dispute) => ({
      ...pick(dispute, ["id", "stripeDisputeId", "amountCents", "reason", "status"]),
      evidenceDueAt: iso(dispute.evidenceDueAt),
      closedAt: iso(dispute.closedAt),
    })),
    items: order.items.map((item) => toItemFile(item, order, now)),
    ledger: ledger.flatMap(ledgerLines),
    events: order.events.map(({ id, createdAt, type, from, to, data }) => ({
      id: String(id),
      at: createdAt.toISOString(),
      type,
      message: describeEvent(type, to, data) ?? lateAnswer(type, data) ?? plainMessage(type, from, to),
    })),
    mails: mails.map((mail) => ({
      ...pick(mail, ["id", "kind", "recipient", "state", "error"]),
      createdAt: mail.createdAt.toISOString(),
      sentAt: iso(mail.sentAt),
      canBeSentAgain: mail.state === "failed" && isComplete(mail),
    })),
    tickets: order.tickets.map(({ id, subject, status, createdAt }) => ({
      id,
      subject,
      status,
      createdAt: createdAt.toISOString(),
    })),
  };
}

function headOf(order: LoadedOrder) {
  return {
    ...pick(order, ["id", "token", "status", "paymentStatus", "platform", "username", "postUrl", "quantity"]),
    ...pick(order, ["paidCents", "refundedCents", "email", "userId", "surface"]),
    service: order.serviceType,
    delivered: order.fulfillment?.delivered ?? 0,
    totalCents: order.priceTotalCents,
    blockedReason: order.blockedAt && (order.blockedReason ?? ""),
    flagReason: order.flaggedAt && (order.flagReason ?? ""),
    createdAt: order.createdAt.toISOString(),
    paidAt: iso(order.paidAt),
    finishedAt: iso(order.finishedAt),
    lines: order.lines.map((line) => pick(line, ["id", "label", "count", "amountCents"])),
  };
}

function toRefund(refund: LoadedOrder["refunds"][number], all: LoadedOrder["refunds"]): RefundFile {
  return {
    ...pick(refund, ["id", "amountCents", "reason", "status", "note", "stripeRefundId", "failure"]),
    isRetried: all.some(({ intent }) => intent === `retry:${refund.id}`),
    createdAt: refund.createdAt.toISOString(),
    finishedAt: iso(refund.finishedAt),
  };
}

function ledgerLines(totals: LedgerTotals) {
  const line = (label: string, micros: bigint) => ({
    currency: totals.currency,
    label,
    micros: String(micros),
  });
  return [
    line("Revenue", totals.revenueMicros),
    line("Refunds", -totals.refundsMicros),
    line("Payment fees", -totals.feesMicros),
    line("Disputes", -totals.disputesMicros),
    line("Suppliers", -totals.supplierCostsMicros),
    line("Margin", totals.marginMicros),
  ];
}

const lateAnswerSchema = z.object({
  lateNumber: z.string(),
  lateAttempt: z.number(),
  number: z.string().nullable(),
  attempt: z.number(),
  state: z.string(),
});

/** An item that may have been bought twice, with the supplier's two order numbers. */
function lateAnswer(type: string, data: unknown): string | null {
  if (type !== "item.late_answer") return null;
  const late = lateAnswerSchema.safeParse(data).data;
  if (!late) return null;
  const other = late.number ? `had number ${late.number}` : "had no number";
  return (
    `The answer to call ${late.lateAttempt} came late: the supplier took the item as number ${late.lateNumber}. By then ` +
    `the item was ${late.state.replace("_", " ")} and ${other}, after ${late.attempt} calls.`
  );
}

/** For what a customer's timeline leaves out: the line's own name, in words. */
function plainMessage(type: string, from: string | null, to: string | null): string {
  const words = type.replaceAll(/[._]/g, " ");
  const name = words.charAt(0).toUpperCase() + words.slice(1);
  const change = [from, to].filter(Boolean).join(" → ").replaceAll("_", " ");
  return change ? `${name}: ${change}` : name;
}

function pick<Row extends object, Key extends keyof Row>(row: Row, keys: Key[]): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>;
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
