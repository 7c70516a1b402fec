import { databaseNow } from "@/lib/clock";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { newId } from "@/lib/ids";
import { centsFromDollars, formatCents } from "@/lib/money";
import { decideRefill, type RefillDecision } from "@/lib/refills/decide-refill";
import { requestRefill } from "@/lib/refills/request-refill";
import { dropRefund } from "@/lib/refunds/drop-refund";
import { listHeldRefunds } from "@/lib/refunds/held-refunds";
import { refundOrder } from "@/lib/refunds/refund-order";
import { releaseRefund } from "@/lib/refunds/release-refund";
import { type Command, idAt, needed, UsageError } from "./command";
import { table } from "./table";

const listed = 200;

/** Orders: money back, refills, and a stop to whatever was not sent yet. */
export const orderCommands: Record<string, Command> = {
  block: {
    usage: "block <order>",
    summary: "send nothing more of it",
    changes: true,
    async run({ db }, args, deed) {
      await blockOrder(db, { orderId: idAt(args, 0), ...deed });
      return "Blocked.";
    },
  },
  unblock: {
    usage: "unblock <order>",
    summary: "let it be sent again",
    changes: true,
    async run({ db }, args, deed) {
      await unblockOrder(db, { orderId: idAt(args, 0), ...deed });
      return "Unblocked.";
    },
  },
  refund: {
    usage: "refund <order> full|undelivered|<dollars> [intent]",
    summary: "money back to the card; the same intent is refunded once",
    changes: true,
    async run({ db }, args, deed) {
      const orderId = idAt(args, 0);
      const intent = args[2] ?? `ops-${newId()}`;
      const what = whatToRefund(needed(args, 1));
      const { refundId, amountCents } = await refundOrder(db, { orderId, ...what, intent, ...deed });
      return `${formatCents(amountCents)} go back to the card. Refund ${refundId}, intent ${intent}.`;
    },
  },
  held: {
    usage: "held",
    summary: "refunds that wait above the limits of automatic ones",
    changes: false,
    async run({ db }) {
      const refunds = await listHeldRefunds(db, { limit: listed });
      return table(
        ["refund", "order", "amount", "reason", "since"],
        refunds.map((refund) => [
          refund.id,
          refund.orderId,
          formatCents(refund.amountCents),
          refund.reason,
          refund.createdAt,
        ]),
        "No refund is held.",
      );
    },
  },
  release: {
    usage: "release <refund>",
    summary: "send a held refund",
    changes: true,
    async run({ db }, args, deed) {
      await releaseRefund(db, { refundId: idAt(args, 0), ...deed });
      return "Released.";
    },
  },
  drop: {
    usage: "drop <refund>",
    summary: "decide against a held refund",
    changes: true,
    async run({ db }, args, deed) {
      await dropRefund(db, { refundId: idAt(args, 0), ...deed });
      return "Dropped.";
    },
  },
  refill: {
    usage: "refill <order> [item]",
    summary: "ask for what has dropped since the completion",
    changes: true,
    async run({ db }, args, deed) {
      const requester = { kind: "administrator", ...deed } as const;
      const item = args[1] === undefined ? {} : { itemId: idAt(args, 1) };
      const refills = await requestRefill(db, {
        orderId: idAt(args, 0),
        ...item,
        requester,
        now: databaseNow(),
      });
      return `Asked for: ${refills.join(", ")}`;
    },
  },
  refills: {
    usage: "refills",
    summary: "refills that have not ended",
    changes: false,
    async run({ db }) {
      const refills = await db.refill.findMany({
        where: { state: { in: ["requested", "sending", "in_progress", "unknown"] } },
        orderBy: { createdAt: "asc" },
        take: listed,
        include: { item: { select: { orderId: true, providerOrderId: true } } },
      });
      return table(
        ["refill", "order", "state", "reason", "missing", "order number", "refill number", "since"],
        refills.map(({ item, ...refill }) => [
          refill.id,
          item.orderId,
          refill.state,
          refill.reason,
          refill.missing,
          item.providerOrderId,
          refill.supplierRefillId,
          refill.createdAt,
        ]),
        "No refill is in progress.",
      );
    },
  },
  "decide-refill": {
    usage: "decide-refill <refill> completed|rejected|resend|<number>",
    summary: "what became of a refill whose answer got lost",
    changes: true,
    async run({ db }, args, deed) {
      await decideRefill(db, { refillId: idAt(args, 0), decision: decisionOf(needed(args, 1)), ...deed });
      return "Settled.";
    },
  },
};

function whatToRefund(word: string) {
  if (word === "full" || word === "undelivered") return { kind: word } as const;
  const amountCents = /^\d{1,7}(\.\d{1,2})?$/.test(word) ? centsFromDollars(Number(word)) : null;
  if (!amountCents) throw new UsageError(`${word} is neither full, undelivered, nor an amount such as 4.50.`);
  return { kind: "part", amountCents } as const;
}

function decisionOf(word: string): RefillDecision {
  if (word === "completed" || word === "rejected" || word === "resend") return { kind: word };
  if (/^\d+$/.test(word)) return { kind: "attach", supplierRefillId: word };
  throw new UsageError(`${word} is neither completed, rejected, resend, nor the supplier's number.`);
}
