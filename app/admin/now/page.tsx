import type { Metadata } from "next";
import { Suspense } from "react";
import { needsMe } from "@/app/_server/needs-me";
import { requireAdmin, visitorMay } from "@/app/_server/session";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink, OrderLink } from "@/components/admin/admin-link";
import { entryId } from "@/components/admin/entry-id";
import { ListTrail } from "@/components/admin/list-trail";
import { MessageText } from "@/components/admin/message-text";
import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { plural } from "@/lib/base/text/plural";
import { databaseNow } from "@/lib/base/time/clock";
import { deadlineOf, type Entry, type NeedsMe } from "@/lib/operator/reporting/needs-me-rules";
import { type TicketStatus, ticketStatusLabels } from "@/lib/people/support/ticket-status";
import { AutoRefresh } from "./auto-refresh";
import { matterText, placeOf } from "./entry-text";
import { Morning, MorningSkeleton } from "./morning";
import { NextStep } from "./next-step";
import { EndSnooze, SnoozeMenu } from "./snooze-menu";

export const metadata: Metadata = { title: "Needs me" };

const listed = 100;

/** Everything that waits for an operator, each subject once, the costliest first. */
export default async function NeedsMePage() {
  const admin = await requireAdmin("overview");
  const [{ entries, snoozed, moreTickets }, maySnooze] = await Promise.all([
    needsMe(),
    visitorMay("matters.snooze"),
  ]);
  const now = databaseNow();
  const more = entries.length - listed;
  return (
    <>
      <AdminHeading title="Needs me" intro="What is waiting for you, starting with what costs most to leave.">
        <ListTrail hrefs={entries.slice(0, listed).flatMap(caseOf)} next={null} />
      </AdminHeading>
      <AutoRefresh />
      <Suspense fallback={<MorningSkeleton />}>
        <Morning admin={admin} first={entries[0]} />
      </Suspense>
      {entries.length === 0 ? <NothingWaits snoozed={snoozed} /> : null}
      <ol aria-label="Needs me" className="flex flex-col gap-4 empty:hidden">
        {entries.slice(0, listed).map((entry) => (
          <EntryCard key={entry.subject} entry={entry} maySnooze={maySnooze} now={now} />
        ))}
      </ol>
      {more > 0 ? (
        <p className="text-muted-foreground">And {more} more. They move up as you decide these.</p>
      ) : null}
      <MoreTickets count={moreTickets} />
      <SnoozedEntries snoozed={snoozed} maySnooze={maySnooze} now={now} />
    </>
  );
}

/** A snoozed outage is nothing to be quiet about: the shop goes on selling what it can't deliver. */
function NothingWaits({ snoozed }: Pick<NeedsMe, "snoozed">) {
  if (snoozed.some(({ lead, others }) => [lead, ...others].some(({ kind }) => kind === "no_supply")))
    return (
      <EmptyState
        title="Nothing new needs you"
        detail="But the shop sells what no supplier can take now. You snoozed that; it is below and comes back automatically."
      />
    );
  return (
    <EmptyState
      title="Nothing needs you"
      detail={
        snoozed.length > 0
          ? "What you snoozed comes back automatically."
          : "The shop runs on its own right now."
      }
    />
  );
}

/** Where the waiting tickets are that the list leaves out, the newest. */
function MoreTickets({ count }: { count: number }) {
  if (count === 0) return null;
  const list = (status: TicketStatus) => (
    <AdminLink
      href={`/admin?tab=tickets&status=${status}`}
      className="font-medium text-primary underline underline-offset-4"
    >
      {ticketStatusLabels[status]}
    </AdminLink>
  );
  return (
    <p className="text-muted-foreground">
      {plural(count, "newer ticket")} {count === 1 ? "is" : "are"} waiting too. See the tickets that are{" "}
      {list("open")} or {list("in_progress")}.
    </p>
  );
}

/** The page of an entry's order or ticket, from which the next entry can be opened; none for others. */
function caseOf({ lead }: Entry): string[] {
  const [page = ""] = placeOf(lead).split("#");
  return /^\/admin\/(orders|tickets)\//.test(page) ? [page] : [];
}

type EntryCardProps = { entry: Entry; maySnooze: boolean; now: Date };

function EntryCard({ entry, maySnooze, now }: EntryCardProps) {
  const { subject, lead, others } = entry;
  const { title, cost, at } = matterText(lead, now);
  return (
    <li
      id={entryId(caseOf(entry)[0] ?? subject)}
      className="flex min-w-0 scroll-mt-20 flex-col gap-3 rounded-xl border border-border bg-card p-4 target:border-primary sm:p-5"
    >
      <div className="flex flex-col">
        <h2 className="font-semibold wrap-anywhere">
          <AdminLink
            href={placeOf(lead)}
            data-entry=""
            className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            <MessageText text={title} />
          </AdminLink>
        </h2>
        <p
          className={cn(
            "flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground",
            deadlineOf(lead) <= now && "font-medium text-destructive",
          )}
        >
          {subject.startsWith("order:") ? <OrderLink orderId={subject.slice("order:".length)} /> : null}
          <span>
            {cost} {at ? <LocalTime at={at} /> : null}
          </span>
        </p>
        {others.length > 0 ? (
          <p className="text-sm wrap-anywhere">
            Also: {others.map((matter) => matterText(matter, now).title).join("; ")}
          </p>
        ) : null}
      </div>
      {lead.kind === "ticket" && lead.detail ? (
        <p className="border-l-3 border-border pl-4 whitespace-pre-line wrap-anywhere">{lead.detail}</p>
      ) : null}
      <div className="flex flex-wrap items-start gap-2 *:min-w-0 [&>form]:basis-full">
        <NextStep entry={entry} />
        {maySnooze ? <SnoozeMenu subject={subject} title={title} /> : null}
      </div>
    </li>
  );
}

type SnoozedProps = { snoozed: NeedsMe["snoozed"]; maySnooze: boolean; now: Date };

function SnoozedEntries({ snoozed, maySnooze, now }: SnoozedProps) {
  if (snoozed.length === 0) return null;
  return (
    <details className="rounded-xl border border-border p-4">
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        Snoozed ({snoozed.length})
      </summary>
      <ul className="flex flex-col gap-3 pt-2 text-sm">
        {snoozed.slice(0, listed).map((entry) => {
          const { title } = matterText(entry.lead, now);
          return (
            <li key={entry.subject} className="flex flex-wrap items-center justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {title}{" "}
                <span className="text-muted-foreground">
                  until <LocalTime at={entry.until} />
                </span>
              </span>
              {maySnooze ? <EndSnooze subject={entry.subject} title={title} /> : null}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
