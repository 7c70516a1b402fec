import { cancelAtSupplier } from "@/lib/delivery/cancel/cancel-at-supplier";
import { attachInput, attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { completeInput, completeManually, startManually } from "@/lib/delivery/operator/deliver-manually";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { reasonText } from "@/lib/operator/reporting/reason-text";
import { type Command, changeCommand, idAt, maxRows, parseInput, readCommand, requiredAt } from "./command";
import { findSupplier } from "./supplier-commands";
import { table } from "./table";

export const itemCommands: Command[] = [
  readCommand("review", "items that wait for a decision, the oldest first", async ({ db }) => {
    const items = await listItemsInReview(db, { limit: maxRows });
    return table(items, "No item is in review.", {
      item: (item) => item.id,
      order: (item) => item.orderId,
      state: (item) => item.state,
      reason: (item) => item.reason && reasonText(item.reason),
      since: (item) => item.reviewSince,
      units: (item) => item.quantity,
      supplier: (item) => item.supplier?.name,
      number: (item) => item.providerOrderId ?? item.formerOrderNumber,
      answer: (item) => item.calls[0]?.answer,
    });
  }),
  changeCommand(
    "attach <item> <number> [supplier]",
    "the supplier accepted it under this order number; after a restore it may be another supplier",
    async (deps, args, audit) => {
      const input = parseInput(attachInput, { itemId: idAt(args, 0), providerOrderId: requiredAt(args, 1) });
      const other = args[2] === undefined ? {} : { supplierId: (await findSupplier(deps.db, args[2])).id };
      await attachProviderOrder(deps, { ...input, ...other, ...audit });
      return "Attached. Its status is checked from now on.";
    },
  ),
  changeCommand(
    "resubmit <item>",
    "send it again; after an unknown outcome this may buy twice",
    async ({ db }, args, audit) => {
      await resubmitItem(db, { itemId: idAt(args, 0), ...audit });
      return "Queued to be sent again.";
    },
  ),
  changeCommand(
    "cancel <item>",
    "cancel it; when it is the order's last item, the undelivered rest is refunded",
    async ({ db }, args, audit) => {
      await cancelItem(db, { itemId: idAt(args, 0), ...audit });
      return "Canceled.";
    },
  ),
  changeCommand(
    "cancel-at-supplier <item>",
    "ask its supplier to stop it; the next status shows the result",
    async (deps, args, audit) => {
      const { outcome, detail } = await cancelAtSupplier(deps, { itemId: idAt(args, 0), ...audit });
      if (outcome === "accepted") return "Requested. The supplier's next status shows the result.";
      const reason = detail ? `: ${detail}` : "";
      return outcome === "rejected" ? `The supplier refuses${reason}.` : `The answer is not clear${reason}.`;
    },
  ),
  changeCommand("start <item>", "a manual delivery has started", async ({ db }, args, audit) => {
    await startManually(db, { itemId: idAt(args, 0), ...audit });
    return "Started.";
  }),
  changeCommand(
    "complete <item> <units>",
    "a manual delivery, or one whose supplier can't tell, ended with this many units",
    async ({ db }, args, audit) => {
      const input = parseInput(completeInput, { itemId: idAt(args, 0), deliveredUnits: requiredAt(args, 1) });
      await completeManually(db, { ...input, ...audit });
      return "Completed.";
    },
  ),
];
