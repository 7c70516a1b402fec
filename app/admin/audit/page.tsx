import type { Metadata } from "next";
import { queryString } from "@/app/_server/query-string";
import { requireAdmin } from "@/app/_server/session";
import { AuditFilters } from "@/app/admin/audit/audit-filters";
import { AuditList } from "@/app/admin/audit/audit-list";
import { ActionForm } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { Pager } from "@/components/admin/pager";
import { auditFilterSchema, listAudit, listAuditActions } from "@/lib/audit/list-audit";
import { readChanges } from "@/lib/audit/read-changes";
import { getDb } from "@/lib/db/client";
import { checkAuditAction } from "./actions";

export const metadata: Metadata = { title: "Audit log" };

const pageSize = 50;

type AuditPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Every action of an administrator, newest first. */
export default async function AuditPage({ searchParams }: AuditPageProps) {
  await requireAdmin();
  const filter = auditFilterSchema.parse(await searchParams);
  const { after, ...kept } = filter;
  const [{ rows, next }, actions] = await Promise.all([
    listAudit(getDb(), filter, pageSize),
    listAuditActions(getDb()),
  ]);
  return (
    <>
      <AdminHeading
        title="Audit log"
        intro="What administrators did, and why. Entries can't be changed: each one includes a hash of the one before."
      />
      <ActionForm
        action={checkAuditAction}
        submitLabel="Check the chain"
        variant="outline"
        hasReason={false}
      />
      <AuditFilters values={filter} actions={actions} />
      <AuditList
        entries={rows.map(({ id, at, before, after: became, ...row }) => ({
          ...row,
          id: String(id),
          at: at.toISOString(),
          changes: readChanges(before, became),
        }))}
      />
      <Pager
        firstHref={after ? `/admin/audit${queryString(kept)}` : null}
        nextHref={next ? `/admin/audit${queryString({ ...kept, after: next })}` : null}
      />
    </>
  );
}
