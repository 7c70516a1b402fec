import Link from "next/link";
import { LocalTime } from "@/components/orders/local-time";
import { EmptyState } from "@/components/ui/empty-state";
import type { AuditRow } from "@/lib/audit/list-audit";
import type { AuditChange } from "@/lib/audit/read-changes";

type AuditEntry = AuditRow & { changes: AuditChange[] };

/** The audit log's entries: who did what, why, and the values before and after. */
export function AuditList({ entries }: { entries: AuditEntry[] }) {
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
            <Link
              href={`/admin/audit?subject=${encodeURIComponent(entry.subjectId)}`}
              prefetch={false}
              className="underline underline-offset-4 hover:text-foreground"
            >
              {entry.subjectType.replaceAll("_", " ")} {entry.subjectId}
            </Link>
          </p>
          {entry.reason ? <p className="wrap-anywhere">“{entry.reason}”</p> : null}
          {entry.changes.length > 0 ? <Changes changes={entry.changes} /> : null}
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: { changes: AuditChange[] }) {
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
  const [subject = "", what = ""] = action.replaceAll("_", " ").split(".");
  const name = subject.charAt(0).toUpperCase() + subject.slice(1);
  return what ? `${name}: ${what}` : name;
}
