import { openRefills } from "@/lib/base/db/item-status";
import { newId } from "@/lib/base/ids";
import { formatCents } from "@/lib/base/money";
import { databaseNow } from "@/lib/base/time/clock";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { blockOrder, unblockOrder } from "@/lib/delivery/operator/block-order";
import { decideRefill, type RefillDecision } from "@/lib/delivery/refills/decide-refill";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { releaseRefund } from "@/lib/money/refunds/decide-held-refund";
import { listHeldRefunds } from "@/lib/money/refunds/held-refunds";
import { refundAmountSchema, refundOrder } from "@/lib/money/refunds/refund-order";
import { markPaidAnotherWay } from "@/lib/money/refunds/retry-refund";
import { type Command, changeCommand, idAt, maxRows, readCommand, requiredAt, UsageError } from "./command";
import { table } from "./table";

export const orderCommands: Command[] = [
  changeCommand("block <order>", "send nothing more of it", async ({ db }, args, audit) => {
    await blockOrder(db, { orderId: idAt(args, 0), ...audit });
    return "Blocked.";
  }),
  changeCommand("unblock <order>", "let it be sent again", async ({ db }, args, audit) => {
    await unblockOrder(db, { orderId: idAt(args, 0), ...audit });
    return "Unblocked.";
  }),
  changeCommand(
    "refund <order> full|undelivered|<dollars> [intent]",
    "money back to the card, which counts towards what is not delivered; the same intent is refunded once",
    async ({ db }, args, audit) => {
      const orderId = idAt(args, 0);
      const intent = args[2] ?? `ops-${newId()}`;
      const what = whatToRefund(requiredAt(args, 1));
      const { refundId, amountCents } = await refundOrder(db, { orderId, ...what, intent, ...audit });
      return `${formatCents(amountCents)} goes back to the card. Refund ${refundId}, intent ${intent}.`;
    },
  ),
  readCommand("held", "refunds above a limit, which wait for a decision", async ({ db }) => {
    const refunds = await listHeldRefunds(db, { limit: maxRows });
    return table(refunds, "No refund is held.", {
      refund: (refund) => refund.id,
      order: (refund) => refund.orderId,
      amount: (refund) => formatCents(refund.amountCents),
      reason: (refund) => refund.reason,
      since: (refund) => refund.createdAt,
    });
  }),
  changeCommand("release <refund>", "send a held refund", async ({ db }, args, audit) => {
    await releaseRefund(db, { refundId: idAt(args, 0), ...audit });
    return "Released.";
  }),
  changeCommand("drop <refund>", "decide against a held refund", async ({ db }, args, audit) => {
    await dropRefund(db, { refundId: idAt(args, 0), ...audit });
    return "Dropped.";
  }),
  changeCommand(
    "paid-another-way <refund>",
    "the customer has the amount of a failed refund in another way",
    async ({ db }, args, audit) => {
      await markPaidAnotherWay(db, { refundId: idAt(args, 0), ...audit });
      return "Marked. The refund is no longer owed.";
    },
  ),
  changeCommand(
    "refill <order> [item]",
    "request a refill of what has dropped since the completion",
    async ({ db }, args, audit) => {
      const item = args[1] === undefined ? {} : { itemId: idAt(args, 1) };
      const orderId = idAt(args, 0);
      const refills = await requestRefill(db, { orderId, ...item, now: databaseNow(), ...audit });
      return `Requested: ${refills.join(", ")}`;
    },
  ),
  readCommand("refills", "refills that have not ended", async ({ db }) => {
    const refills = await db.refill.findMany({
      where: { state: { in: openRefills } },
      orderBy: { createdAt: "asc" },
      take: maxRows,
      include: { item: { select: { orderId: true, providerOrderId: true } } },
    });
    return table(refills, "No refill is in progress.", {
      refill: ({ id }) => id,
      order: ({ item }) => item.orderId,
      state: ({ state }) => state,
      reason: ({ reason }) => reason,
      missing: ({ missing }) => missing,
      "order number": ({ item }) => item.providerOrderId,
      "refill number": ({ supplierRefillId }) => supplierRefillId,
      since: ({ createdAt }) => createdAt,
    });
  }),
  changeCommand(
    "decide-refill <refill> completed|rejected|resend|<number>",
    "record the outcome of a refill whose answer was lost, or whose supplier is late",
    async ({ db }, args, audit) => {
      await decideRefill(db, {
        refillId: idAt(args, 0),
        decision: decisionOf(requiredAt(args, 1)),
        ...audit,
      });
      return "Recorded.";
    },
  ),
];

function whatToRefund(word: string) {
  if (word === "full" || word === "undelivered") return { kind: word } as const;
  const amount = refundAmountSchema.safeParse(word);
  if (!amount.success)
    throw new UsageError(`${word} is neither full, undelivered, nor an amount such as 4.50.`);
  return { kind: "part", amountCents: amount.data } as const;
}

function decisionOf(word: string): RefillDecision {
  if (word === "completed" || word === "rejected" || word === "resend") return { kind: word };
  if (/^\d+$/.test(word)) return { kind: "attach", supplierRefillId: word };
  throw new UsageError(`${word} is neither completed, rejected, resend, nor a supplier's refill number.`);
}
