import { type AuditAnchor, isLost, noteAnchor, readAnchor } from "@/lib/base/audit/audit-anchor";
import { checkAudit } from "@/lib/base/audit/check-audit";
import { recordAudit } from "@/lib/base/audit/record-audit";
import { addSeal, sealAudit } from "@/lib/base/audit/seal-audit";
import { conflict } from "@/lib/base/errors";
import { formatCents } from "@/lib/base/money";
import { auditAnchorFile } from "@/lib/base/quarantine/database-mark";
import { utcText } from "@/lib/base/time/time";
import { alertKeySchema, closeAlert } from "@/lib/mail/alerts/close-alert";
import { listDiscrepancies } from "@/lib/money/reconciliation/discrepancies";
import { readBackupHead } from "@/lib/running/backups/restore-database";
import { namedBackup } from "./backup-commands";
import {
  type Command,
  changeCommand,
  maxRows,
  type OpsDeps,
  parseInput,
  readCommand,
  requiredAt,
} from "./command";
import { table, withoutControls } from "./table";

export const adminCommands: Command[] = [
  readCommand("alerts", "what is wrong right now", async ({ db }) => {
    const alerts = await db.operatorAlert.findMany({
      where: { resolvedAt: null },
      orderBy: { firstAt: "asc" },
      take: maxRows,
    });
    if (alerts.length === 0) return "No alert is open.";
    // No table, because keys and messages are long, and a key that was cut off resolves nothing.
    return alerts
      .map(
        ({ key, firstAt, message }) =>
          `${withoutControls(key)}  since ${utcText(firstAt)}\n  ${withoutControls(message)}`,
      )
      .join("\n\n");
  }),
  changeCommand(
    "resolve-alert <alert>",
    "resolve an alert; it comes back if its cause does",
    async ({ db }, args, audit) => {
      await closeAlert(db, { key: parseInput(alertKeySchema, requiredAt(args, 0)), ...audit });
      return "Resolved. It comes back if its cause does.";
    },
  ),
  readCommand("disputes", "open disputes, the most urgent first", async ({ db }) => {
    const disputes = await db.dispute.findMany({
      where: { closedAt: null },
      orderBy: [{ evidenceDueAt: { sort: "asc", nulls: "last" } }, { createdAt: "asc" }],
      take: maxRows,
    });
    return table(disputes, "No dispute is open.", {
      dispute: (dispute) => dispute.stripeDisputeId,
      order: (dispute) => dispute.orderId,
      amount: (dispute) => formatCents(dispute.amountCents),
      reason: (dispute) => dispute.reason,
      status: (dispute) => dispute.status,
      "evidence by": (dispute) => dispute.evidenceDueAt,
    });
  }),
  readCommand("discrepancies", "where Stripe, the ledger and the suppliers do not agree", async ({ db }) => {
    const discrepancies = await listDiscrepancies(db, { limit: maxRows });
    if (discrepancies.length === 0) return "Everything agrees.";
    return discrepancies
      .map((discrepancy) => `${discrepancy.kind}  ${withoutControls(discrepancy.message)}`)
      .join("\n");
  }),
  readCommand("set-aside", "rows that failed and are left out of their batch for a while", async ({ db }) => {
    const entries = await db.setAsideEntry.findMany({ orderBy: { firstAt: "asc" }, take: maxRows });
    return table(entries, "Nothing is set aside.", {
      batch: ({ batch }) => batch,
      row: ({ entryId }) => entryId,
      error: ({ error }) => error,
      failures: ({ failures }) => failures,
      since: ({ firstAt }) => firstAt,
      "next try": ({ retryAt }) => retryAt,
    });
  }),
  readCommand(
    "audit [backup]",
    "verify the audit log; fails when an entry was changed or lost, also since the backup (a path, or s3:<name>)",
    async (deps, args) => {
      const anchors = [readAnchor(auditAnchorFile(deps.markFile))];
      if (args[0] !== undefined) anchors.push(await readBackupAnchor(deps, args[0]));
      return checkAudit(deps.db, deps.provider.secret, anchors);
    },
  ),
  changeCommand(
    "accept-audit",
    "seal and note the audit log as it is now, after a restore or the loss of SHOP_SECRET",
    async ({ db, markFile, provider }, _args, audit) => {
      const file = auditAnchorFile(markFile);
      const anchor = readAnchor(file);
      const lost = anchor && (await isLost(db, anchor)) ? anchor.id : null;
      const isAccepted = await db.$transaction(async (tx) => {
        if (lost === null && (await sealAudit(tx, provider.secret))) return false;
        await recordAudit(tx, audit, "audit.accepted", ["audit", "log"], { before: { lost } });
        await addSeal(tx, provider.secret);
        return true;
      });
      if (!isAccepted) return "The audit log has lost nothing.";
      await noteAnchor(db, file);
      return "Accepted. The alert ends within ten minutes.";
    },
  ),
];

async function readBackupAnchor(deps: OpsDeps, file: string): Promise<AuditAnchor> {
  const { audit } = await readBackupHead(namedBackup(deps, file));
  if (audit) return audit;
  throw conflict(
    "This backup does not say where its audit log ends: it is of release 1.0.0, or had no entry.",
  );
}
