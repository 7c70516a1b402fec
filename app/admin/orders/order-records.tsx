import Link from "next/link";
import { ResendMail } from "@/app/admin/operations/resend-mail";
import { AdminSection } from "@/components/admin/admin-section";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's events, newest first. */
export function OrderLog({ events }: { events: OrderFile["events"] }) {
  return (
    <AdminSection title="Timeline">
      <ol className="flex flex-col gap-3 text-sm">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col">
            <span className="wrap-anywhere">{event.message}</span>
            <span className="text-xs text-muted-foreground">
              <LocalTime at={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </AdminSection>
  );
}

/** The order's revenue, cost and margin by currency, to a hundredth of a cent like suppliers' rates. */
export function OrderLedger({ ledger }: { ledger: OrderFile["ledger"] }) {
  return (
    <AdminSection title="Ledger">
      {ledger.length === 0 ? <p className="text-muted-foreground">No entries yet.</p> : null}
      <dl className="flex flex-col gap-2 empty:hidden text-sm tabular-nums">
        {ledger.map(({ currency, label, micros }) => (
          <div key={`${currency} ${label}`} className="flex justify-between gap-4">
            <dt className="text-muted-foreground">{label}</dt>
            <dd className="font-medium">{microsText(micros, currency)}</dd>
          </div>
        ))}
      </dl>
    </AdminSection>
  );
}

function microsText(micros: string, currency: string): string {
  const money = new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 4 });
  return money.format(Number(micros) / 1_000_000);
}

/** The order's mails; failed ones can be sent again. */
export function OrderMails({ mails }: { mails: OrderFile["mails"] }) {
  return (
    <AdminSection title="Emails">
      {mails.length === 0 ? <p className="text-muted-foreground">No email was sent.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {inWords(mail.kind)} <StateBadge state={mail.state} />
            </span>
            <span className="text-muted-foreground wrap-anywhere">
              {mail.recipient} · <LocalTime at={mail.sentAt ?? mail.createdAt} />
            </span>
            {mail.error ? <span className="text-destructive">{inWords(mail.error)}</span> : null}
            {mail.canBeSentAgain ? <ResendMail mail={mail} /> : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

/** The order's tickets. */
export function OrderTickets({ tickets }: { tickets: OrderFile["tickets"] }) {
  return (
    <AdminSection title="Tickets">
      {tickets.length === 0 ? <p className="text-muted-foreground">No tickets about this order.</p> : null}
      <ul className="flex flex-col gap-2 empty:hidden text-sm">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-2">
            <Link
              href={`/admin/tickets/${ticket.id}`}
              prefetch={false}
              className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
            >
              {ticket.subject}
            </Link>
            <TicketBadge status={ticket.status} />
            <LocalTime at={ticket.createdAt} className="text-muted-foreground" />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
