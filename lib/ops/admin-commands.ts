import { closeAlert } from "@/lib/alerts/close-alert";
import { checkAudit } from "@/lib/audit/check-audit";
import { AppError } from "@/lib/errors";
import { formatCents } from "@/lib/money";
import { listDiscrepancies } from "@/lib/reconciliation/discrepancies";
import { type Command, needed } from "./command";
import { table, withoutControls } from "./table";

const listed = 200;

/** What the operator has to know: disputes, differences in the ledger, alerts, and whether the log is whole. */
export const adminCommands: Record<string, Command> = {
  alerts: {
    usage: "alerts",
    summary: "what is wrong right now",
    changes: false,
    async run({ db }) {
      const alerts = await db.operatorAlert.findMany({
        where: { resolvedAt: null },
        orderBy: { firstAt: "asc" },
        take: listed,
      });
      if (alerts.length === 0) return "All is quiet.";
      // Messages are to be read whole, so they stand in lines of their own.
      return alerts
        .map(
          (alert) =>
            `${table(["alert", "since"], [[alert.key, alert.firstAt]], "")}\n  ${withoutControls(alert.message)}`,
        )
        .join("\n\n");
    },
  },
  "resolve-alert": {
    usage: "resolve-alert <alert>",
    summary: "it has been seen to",
    changes: true,
    async run({ db }, args, deed) {
      await closeAlert(db, { key: needed(args, 0), ...deed });
      return "Resolved. It comes back if its cause does.";
    },
  },
  disputes: {
    usage: "disputes",
    summary: "open disputes, the most urgent first",
    changes: false,
    async run({ db }) {
      const disputes = await db.dispute.findMany({
        where: { closedAt: null },
        orderBy: [{ evidenceDueAt: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }],
        take: listed,
      });
      return table(
        ["dispute", "order", "amount", "reason", "status", "evidence by"],
        disputes.map((dispute) => [
          dispute.stripeDisputeId,
          dispute.orderId,
          formatCents(dispute.amountCents),
          dispute.reason,
          dispute.status,
          dispute.evidenceDueAt,
        ]),
        "No dispute is open.",
      );
    },
  },
  discrepancies: {
    usage: "discrepancies",
    summary: "where Stripe, the ledger and the suppliers do not agree",
    changes: false,
    async run({ db }) {
      const discrepancies = await listDiscrepancies(db, { limit: listed });
      if (discrepancies.length === 0) return "Everything agrees.";
      return discrepancies
        .map((discrepancy) => `${discrepancy.kind}  ${withoutControls(discrepancy.message)}`)
        .join("\n");
    },
  },
  "set-aside": {
    usage: "set-aside",
    summary: "rows that fail by themselves and are left out of their batch for a while",
    changes: false,
    async run({ db }) {
      const entries = await db.setAsideEntry.findMany({ orderBy: { firstAt: "asc" }, take: listed });
      return table(
        ["batch", "row", "error", "failures", "since", "next try"],
        entries.map(({ batch, entryId, error, failures, firstAt, retryAt }) => [
          batch,
          entryId,
          error,
          failures,
          firstAt,
          retryAt,
        ]),
        "Nothing is set aside.",
      );
    },
  },
  audit: {
    usage: "audit",
    summary: "is the audit log whole? fails when it is not",
    changes: false,
    async run({ db }) {
      const { rows, brokenAt } = await checkAudit(db);
      if (brokenAt === null) return `Whole: ${rows} rows, each chained to the one before.`;
      throw new AppError("conflict", {
        userMessage: `The chain breaks at row ${brokenAt}: it, or what stood before it, was changed.`,
      });
    },
  },
};
