import { ResendMail } from "@/app/admin/operations/resend-mail";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { FilterLinks } from "@/components/admin/filter-links";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { inWords } from "@/lib/base/text/words";
import { type EventGroup, eventGroups } from "@/lib/operator/reporting/event-text";
import type { OrderDetails } from "@/lib/operator/reporting/find-order-details";

type Mail = OrderDetails["mails"][number];
type Entry = { id: string; at: string; content: React.ReactNode };

const labels: Record<EventGroup, string> = {
  money: "Money",
  delivery: "Delivery",
  mails: "Emails",
  operator: "Operator",
};

/** The timeline's part that an address asks for; null for all of it. */
export function timelinePart(parameter: unknown): EventGroup | null {
  return eventGroups.find((group) => group === parameter) ?? null;
}

/** Everything that happened to the order, its mails too, newest first. */
export function OrderTimeline({ order, part }: { order: OrderDetails; part: EventGroup | null }) {
  return (
    <AdminSection title="Timeline" anchor="timeline">
      <FilterLinks
        label="Show in the timeline"
        name="timeline"
        choices={[["", "All"], ...eventGroups.map((group) => [group, labels[group]] as const)]}
        anchor="timeline"
      />
      <AdminList empty="Nothing of this kind happened yet." className="gap-3 text-sm">
        {entriesOf(order, part).map(({ id, at, content }) => (
          <li key={id} className="flex flex-col gap-0.5">
            {content}
            <LocalTime at={at} className="text-xs text-muted-foreground" />
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

function entriesOf({ events, mails }: OrderDetails, part: EventGroup | null): Entry[] {
  const happened = events
    .filter(({ group }) => part === null || group === part)
    .map(({ id, at, message }) => ({ id, at, content: <span className="wrap-anywhere">{message}</span> }));
  const failed = mails.find(({ canBeSentAgain }) => canBeSentAgain);
  const sent = part === null || part === "mails" ? mails.map((mail) => mailEntry(mail, mail === failed)) : [];
  return [...happened, ...sent].sort((one, other) => other.at.localeCompare(one.at));
}

/** A mail of the order; a failed one can be sent again, the newest by the search's “resend” too. */
function mailEntry(mail: Mail, isNewestFailed: boolean): Entry {
  return {
    id: mail.id,
    at: mail.sentAt ?? mail.createdAt,
    content: (
      <>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere">
          Email “{inWords(mail.kind)}” to {mail.recipient} <StateBadge state={mail.state} />
        </span>
        {mail.error ? <span className="text-destructive">{inWords(mail.error)}</span> : null}
        {mail.canBeSentAgain ? (
          <ResendMail mail={mail} anchor={isNewestFailed ? "resend" : undefined} />
        ) : null}
      </>
    ),
  };
}
