import { visitorMay } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { AssignDialog } from "@/app/admin/assignments/assign-dialog";
import { addBlockAction } from "@/app/admin/blocks/actions";
import { AdminLink, OrderLink } from "@/components/admin/admin-link";
import { entryId } from "@/components/admin/entry-id";
import { SelectBox } from "@/components/admin/selection";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import type { StaffMember } from "@/lib/people/assignments/assignments";
import type { AdminTicket, LastReply } from "@/lib/people/support/ticket-view";
import { AnswerForm } from "./answer-form";
import { TicketStatusSelect } from "./ticket-status-select";

type TicketCardProps = {
  ticket: AdminTicket;
  /** The customer's latest message, where the page does not show all of them. */
  lastReply?: LastReply | null;
  /** The administrator who deals with it. */
  assignee: StaffMember | null;
  /** True on the ticket's own page: the subject is the page's title, and the profile it names can be blocked. */
  isWhole?: boolean;
};

const kindLabels: Partial<Record<AdminTicket["kind"], string>> = {
  custom_package: "Custom package",
  refill: "Refill request",
  refund: "Refund request",
  stop_orders: "Stop orders",
};

/** A ticket with its message, status, answer and actions. */
export async function TicketCard({ ticket, lastReply, assignee, isWhole = false }: TicketCardProps) {
  const kind = kindLabels[ticket.kind];
  // Forms get what they need, because a client component's whole props are sent to the browser.
  const { id, version, subject, status, awaitsAnswer } = ticket;
  const isRequest = ticket.kind === "refill" || ticket.kind === "refund";
  return (
    <article
      id={isWhole ? undefined : entryId(`/admin/tickets/${ticket.id}`)}
      aria-label={ticket.subject}
      tabIndex={-1}
      className="flex min-w-0 flex-col gap-4 rounded-xl border border-border bg-card p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        {isWhole ? null : (
          <h2 className="flex min-w-0 items-center gap-3 font-semibold tracking-tight wrap-anywhere">
            <SelectBox id={ticket.id} label={`Select ${ticket.subject}`} />
            <AdminLink
              href={`/admin/tickets/${ticket.id}`}
              data-entry=""
              className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
            >
              {ticket.subject}
            </AdminLink>
          </h2>
        )}
        <span className="flex flex-wrap items-center gap-2">
          {kind ? <Badge variant="outline">{kind}</Badge> : null}
          <TicketBadge status={ticket.status} />
        </span>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
        <span className="wrap-anywhere">
          {ticket.email} ({ticket.isGuest ? "guest" : "customer"})
        </span>
        {ticket.orderId ? <OrderLink orderId={ticket.orderId} /> : null}
        <LocalTime at={ticket.createdAt} />
      </p>
      {ticket.isOurs ? <p className="text-sm text-muted-foreground">We wrote first:</p> : null}
      <p className="whitespace-pre-line wrap-anywhere">{ticket.message}</p>
      {ticket.adminResponse && ticket.respondedAt ? (
        <div className="border-l-3 border-primary pl-4">
          <p className="text-sm text-muted-foreground">
            Answered <LocalTime at={ticket.respondedAt} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{ticket.adminResponse}</p>
        </div>
      ) : null}
      {lastReply ? (
        <div className="border-l-3 border-border pl-4">
          <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted-foreground">
            <span>
              Customer's last reply <LocalTime at={lastReply.at} />
            </span>
            <AdminLink
              href={`/admin/tickets/${ticket.id}`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              Read all messages
            </AdminLink>
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{lastReply.body}</p>
        </div>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        {isRequest && ticket.orderId && ticket.status !== "closed" ? (
          <ButtonLink href={`/admin/orders/${ticket.orderId}`} prefetch={false} size="sm">
            Decide on the order page
          </ButtonLink>
        ) : null}
        {ticket.target && isWhole ? (
          <AllowedDialog
            label="Block this profile"
            title={`Block ${ticket.target}`}
            detail="Make sure that the owner of the profile is asking. New orders for it are refused; paid orders continue."
            action={addBlockAction}
            hidden={{ kind: "target", value: ticket.target }}
            submitLabel="Block"
            reasons={["Its owner asked for it"]}
            isLight
          />
        ) : null}
        {ticket.status !== "closed" && (await visitorMay("tickets.change")) ? (
          <TicketStatusSelect ticket={{ id, version, subject, status }} />
        ) : null}
        {ticket.status === "closed" ? null : (
          <div className="mb-2">
            <AssignDialog kind="ticket" id={id} assignee={assignee} about={subject} />
          </div>
        )}
      </div>
      <AnswerForm ticket={{ id, version, subject, awaitsAnswer }} />
    </article>
  );
}
