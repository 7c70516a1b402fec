import type { Metadata } from "next";
import { queryString } from "@/app/_server/query-string";
import { requireAdmin } from "@/app/_server/session";
import { ActionForm } from "@/app/admin/allowed-action";
import { AuditList } from "@/app/admin/audit/audit-list";
import { AdminHeading } from "@/components/admin/admin-heading";
import { FilterForm } from "@/components/admin/filter-form";
import { Pager } from "@/components/admin/pager";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { auditFilterSchema, listAudit, listAuditActions } from "@/lib/audit/list-audit";
import { readChanges } from "@/lib/audit/read-changes";
import { getDb } from "@/lib/db/client";
import { checkAuditAction } from "./actions";

export const metadata: Metadata = { title: "Audit log" };

const pageSize = 50;

type AuditPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** Every action of an administrator, newest first. */
export default async function AuditPage({ searchParams }: AuditPageProps) {
  await requireAdmin("audit.read");
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
      <FilterForm className="grid sm:grid-cols-2 xl:flex">
        <Field label="Administrator" className="xl:flex-1">
          <Input name="actor" defaultValue={filter.actor} placeholder="Email, or ops for the command line" />
        </Field>
        <Field label="Action" className="xl:w-64">
          <Select
            name="action"
            defaultValue={filter.action ?? ""}
            options={[["", "All"], ...actions.map((action) => [action, action] as const)]}
          />
        </Field>
        <Field label="Subject" className="xl:flex-1">
          <Input
            name="subject"
            defaultValue={filter.subject}
            placeholder="Id of an order, a package, an account"
          />
        </Field>
      </FilterForm>
      <AuditList entries={rows.map((row) => ({ ...row, changes: readChanges(row.before, row.after) }))} />
      <Pager
        firstHref={after ? `/admin/audit${queryString(kept)}` : null}
        nextHref={next ? `/admin/audit${queryString({ ...kept, after: next })}` : null}
      />
    </>
  );
}
