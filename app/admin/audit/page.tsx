import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { FilterForm } from "@/components/admin/filter-form";
import { Pager } from "@/components/admin/pager";
import { LocalTime } from "@/components/orders/local-time";
import { EmptyState } from "@/components/ui/empty-state";
import { type AuditRow, auditFilterSchema, listAudit, listAuditActions } from "@/lib/base/audit/list-audit";
import { readChanges } from "@/lib/base/audit/read-changes";
import { getDb } from "@/lib/base/db/client";
import { inWords } from "@/lib/base/text/words";
import { checkAuditAction } from "./actions";

export const metadata: Metadata = { title: "Audit log" };

const pageSize = 50;

/** The audit log, newest first: actions of administrators, and decisions of the shop itself. */
export default async function AuditPage({ searchParams }: SearchProps) {
  await requireAdmin("audit.read");
  const filter = auditFilterSchema.parse(await searchParams);
  const [{ rows, next }, actions] = await Promise.all([
    listAudit(getDb(), filter, pageSize),
    listAuditActions(getDb()),
  ]);
  return (
    <>
      <AdminHeading
        title="Audit log"
        intro="What administrators did and the shop itself decided, and why. Entries can't be changed: each one includes a hash of the one before."
      />
      <AllowedForm
        action={checkAuditAction}
        submitLabel="Check the chain"
        variant="outline"
        hasReason={false}
      />
      <FilterForm className="grid sm:grid-cols-2 xl:flex">
        <ActionInput
          name="actor"
          label="Administrator"
          className="xl:flex-1"
          defaultValue={filter.actor}
          placeholder="Email, or ops for the command line"
        />
        <ActionSelect
          name="action"
          label="Action"
          className="xl:w-64"
          defaultValue={filter.action ?? ""}
          options={[["", "All"], ...actions.map((action) => [action, action] as const)]}
        />
        <ActionInput
          name="subject"
          label="Subject"
          className="xl:flex-1"
          defaultValue={filter.subject}
          placeholder="Id of an order, a package, an account"
        />
      </FilterForm>
      <AuditList entries={rows} />
      <Pager next={next} />
    </>
  );
}

function AuditList({ entries }: { entries: AuditRow[] }) {
  if (entries.length === 0) {
    return <EmptyState title="No entries found" detail="No entry matches this filter." />;
  }
  return (
    <ol aria-label="Entries" className="flex flex-col gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className="flex flex-col gap-2 rounded-xl border border-border bg-card p-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <h2 className="font-semibold">{message(entry.action)}</h2>
            <LocalTime at={entry.at} className="text-sm text-muted-foreground" />
          </div>
          <p className="text-sm wrap-anywhere text-muted-foreground">
            {entry.actor} ·{" "}
            <AdminLink
              href={`/admin/audit?subject=${encodeURIComponent(entry.subjectId)}`}
              className="underline underline-offset-4 hover:text-foreground"
            >
              {inWords(entry.subjectType)} {entry.subjectId}
            </AdminLink>
          </p>
          {entry.reason ? <p className="wrap-anywhere">“{entry.reason}”</p> : null}
          <Changes entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ entry }: { entry: AuditRow }) {
  const changes = readChanges(entry.before, entry.after);
  if (changes.length === 0) return null;
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted-foreground wrap-anywhere">{field}</dt>
          <dd className="flex flex-wrap gap-2 wrap-anywhere tabular-nums">
            {before === undefined ? null : (
              <del className="rounded bg-destructive-soft px-1.5">
                <span className="sr-only">was </span>
                {before}
              </del>
            )}
            {after === undefined ? null : (
              <ins className="rounded bg-primary-soft px-1.5 no-underline">
                <span className="sr-only">became </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** `supplier.services_imported` becomes "Supplier: services imported". */
function message(action: string): string {
  const [subject = "", what = ""] = inWords(action).split(".");
  const name = subject.charAt(0).toUpperCase() + subject.slice(1);
  return what ? `${name}: ${what}` : name;
}
