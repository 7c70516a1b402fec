import type { Metadata } from "next";
import type { z } from "zod";
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
import { getDb } from "@/lib/base/db/client";
import { type AuditSubject, nameAuditSubjects } from "@/lib/operator/reporting/audit-subjects";
import { actorText, changeTexts, deedLabel, deedText } from "@/lib/operator/reporting/audit-text";
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
          options={[["", "All"], ...actions.map((action) => [action, deedLabel(action)] as const)]}
        />
        <ActionInput
          name="subject"
          label="Subject"
          className="xl:flex-1"
          defaultValue={filter.subject}
          placeholder="The whole id of an order, an account …"
        />
      </FilterForm>
      {rows.length > 0 ? (
        <AuditList entries={rows} subjects={await nameAuditSubjects(getDb(), rows)} />
      ) : (
        <EmptyState {...emptyText(filter)} />
      )}
      <Pager next={next} />
    </>
  );
}

/** A first visit learns what will be here; a filter without results, how to widen it. */
function emptyText({ actor, action, subject }: z.infer<typeof auditFilterSchema>) {
  if (actor || action || subject)
    return {
      title: "No entries found",
      detail: "No entry matches this filter. Clear a field and apply it again.",
    };
  return {
    title: "Nothing has happened yet",
    detail:
      "Each change that an administrator makes is listed here, with its reason. Nobody can edit or remove one.",
  };
}

function AuditList({ entries, subjects }: { entries: AuditRow[]; subjects: Map<string, AuditSubject> }) {
  return (
    <ol aria-label="Entries" className="flex flex-col gap-3">
      {entries.map((entry) => (
        <Entry
          key={entry.id}
          entry={entry}
          subject={subjects.get(`${entry.subjectType}:${entry.subjectId}`) ?? nothing}
        />
      ))}
    </ol>
  );
}

const nothing: AuditSubject = { name: "", href: null };

/** One sentence, the reason in the administrator's own words, and what changed. */
function Entry({ entry, subject }: { entry: AuditRow; subject: AuditSubject }) {
  const { deed, namesSubject } = deedText(entry.action);
  const changes = changeTexts(entry);
  const history = `/admin/audit?subject=${encodeURIComponent(entry.subjectId)}`;
  return (
    <li className="flex flex-col gap-2 rounded-xl border border-border bg-card p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{actorText(entry.actor)}</span> {deed}{" "}
          {namesSubject ? <SubjectLink {...subject} /> : null}
        </h2>
        <LocalTime at={entry.at} className="text-sm text-muted-foreground" />
      </div>
      {entry.reason ? <p className="wrap-anywhere">“{entry.reason}”</p> : null}
      {changes.length === 0 ? null : (
        <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[minmax(8rem,auto)_1fr]">
          {changes.map(({ label, text }) => (
            <div key={label} className="contents">
              <dt className="text-muted-foreground wrap-anywhere">{label}</dt>
              <dd className="wrap-anywhere whitespace-pre-line tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      <AdminLink
        href={history}
        className="-my-2 inline-flex min-h-11 items-center self-start text-sm text-muted-foreground underline underline-offset-4 hover:text-foreground"
      >
        Everything about this
      </AdminLink>
    </li>
  );
}

function SubjectLink({ name, href }: AuditSubject) {
  if (!href) return name;
  return (
    <AdminLink href={href} className="font-semibold text-primary underline underline-offset-4">
      {name}
    </AdminLink>
  );
}
