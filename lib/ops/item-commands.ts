import { attachProviderOrder } from "@/lib/delivery/operator/attach-provider-order";
import { cancelAtSupplier } from "@/lib/delivery/operator/cancel-at-supplier";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { completeManually } from "@/lib/delivery/operator/complete-manually";
import { listItemsInReview } from "@/lib/delivery/operator/list-items-in-review";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { startManually } from "@/lib/delivery/operator/start-manually";
import { type Command, countAt, idAt, needed } from "./command";
import { table } from "./table";

const listed = 200;

/** Items that wait for a person, and what a person can do with them. */
export const itemCommands: Record<string, Command> = {
  review: {
    usage: "review",
    summary: "items that wait for a person, the longest waiting first",
    changes: false,
    async run({ db }) {
      const items = await listItemsInReview(db, { limit: listed });
      return table(
        ["item", "order", "state", "reason", "since", "units", "supplier", "number", "answer"],
        items.map((item) => [
          item.id,
          item.orderId,
          item.state,
          item.reason,
          item.reviewSince,
          item.quantity,
          item.supplierName,
          item.providerOrderId,
          item.lastCall?.answer,
        ]),
        "Nothing waits for a person.",
      );
    },
  },
  attach: {
    usage: "attach <item> <number>",
    summary: "the supplier did take it, under this number",
    changes: true,
    async run(deps, args, deed) {
      const itemId = idAt(args, 0);
      await attachProviderOrder(deps, { itemId, providerOrderId: needed(args, 1), ...deed });
      return "Attached. Its progress is followed from now on.";
    },
  },
  resubmit: {
    usage: "resubmit <item>",
    summary: "send it again; of an unknown outcome this may buy twice",
    changes: true,
    async run({ db }, args, deed) {
      await resubmitItem(db, { itemId: idAt(args, 0), ...deed });
      return "It is sent again.";
    },
  },
  cancel: {
    usage: "cancel <item>",
    summary: "give it up; with the order's last item the rest is refunded",
    changes: true,
    async run({ db }, args, deed) {
      await cancelItem(db, { itemId: idAt(args, 0), ...deed });
      return "Canceled.";
    },
  },
  "cancel-at-supplier": {
    usage: "cancel-at-supplier <item>",
    summary: "ask its supplier to stop it; the status tells what comes of that",
    changes: true,
    async run(deps, args, deed) {
      const { outcome, detail } = await cancelAtSupplier(deps, { itemId: idAt(args, 0), ...deed });
      if (outcome === "asked") return "Asked. What its supplier says next decides.";
      const words = detail ? `: ${detail}` : "";
      return outcome === "refused" ? `The supplier refuses${words}.` : `The answer is not clear${words}.`;
    },
  },
  start: {
    usage: "start <item>",
    summary: "an item delivered manually has begun",
    changes: true,
    async run({ db }, args, deed) {
      await startManually(db, { itemId: idAt(args, 0), ...deed });
      return "Begun.";
    },
  },
  complete: {
    usage: "complete <item> <units>",
    summary: "an item delivered manually, or one whose supplier can't tell, ended with so many units",
    changes: true,
    async run({ db }, args, deed) {
      await completeManually(db, { itemId: idAt(args, 0), deliveredUnits: countAt(args, 1), ...deed });
      return "Ended.";
    },
  },
};
