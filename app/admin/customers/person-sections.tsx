import { AllowedDialog } from "@/app/admin/allowed-action";
import { addBlockAction } from "@/app/admin/blocks/actions";
import { NoteSection } from "@/app/admin/notes/note-section";
import { writeFirstAction } from "@/app/admin/tickets/actions";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { Badge } from "@/components/ui/badge";
import { Textarea } from "@/components/ui/textarea";
import { formatCents } from "@/lib/base/money";
import type { BuyerSums } from "@/lib/operator/reporting/buyer-history";
import type { Person } from "@/lib/operator/reporting/find-person";
import { unitOf } from "@/lib/orders/order/sold-names";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { amountLabel } from "@/lib/shop/catalog/catalog";

type PersonSectionsProps = {
  person: Person;
  email: string;
  /** The subject of a new note. */
  about: Record<string, string>;
};

/** What the shop knows of a person, with an account or without: purchases, notes, orders and tickets. */
export function PersonSections({ person, email, about }: PersonSectionsProps) {
  const { account, address } = person;
  return (
    <>
      <AdminSection title="Purchases">
        <FactList
          facts={{
            ...(account ? sumFacts(account, "of this account") : {}),
            ...(account && account.orders === address.orders ? {} : sumFacts(address, "of this address")),
          }}
        />
      </AdminSection>
      <NoteSection notes={person.notes} about={about} />
      <LatestSection
        title="Orders"
        actions={
          <AdminLink
            href={`/admin?q=${encodeURIComponent(email)}`}
            className="inline-flex min-h-11 items-center text-sm text-primary underline underline-offset-4"
          >
            All orders of this address
          </AdminLink>
        }
        entries={person.orders.map((order) => ({
          href: `/admin/orders/${order.id}`,
          title: `${order.platformLabel} ${amountLabel(order.quantity, unitOf(order))}, ${formatCents(order.priceTotalCents)}`,
          state: <Badge variant={order.status}>{orderStatusLabels[order.status]}</Badge>,
          at: order.createdAt,
        }))}
      />
      <LatestSection
        title="Tickets"
        entries={person.tickets.map((ticket) => ({
          href: `/admin/tickets/${ticket.id}`,
          title: ticket.subject,
          state: <TicketBadge status={ticket.status} />,
          at: ticket.createdAt,
        }))}
      />
    </>
  );
}

const sumFacts = ({ orders, netCents, refundedOrders, disputes }: BuyerSums, of: string) => ({
  [`Lifetime value ${of}`]: formatCents(netCents),
  [`Paid orders ${of}`]: orders.toLocaleString("en-US"),
  [`Refunded orders ${of}`]: refundedOrders.toLocaleString("en-US"),
  [`Disputes ${of}`]: disputes.toLocaleString("en-US"),
});

/** Writes to a person, which opens a ticket. */
export function WriteTo({ email }: { email: string }) {
  return (
    <AllowedDialog
      label="Write"
      title={`Write to ${email}`}
      detail="Your message goes out by email and opens a ticket. The reply comes back there, or from a guest to the shop's mailbox."
      submitLabel="Send"
      hasReason={false}
      action={writeFirstAction}
      hidden={{ email }}
    >
      <ActionInput name="subject" label="Subject" required maxLength={120} />
      <ActionField name="text" label="Message">
        <Textarea name="text" required className="min-h-40" />
      </ActionField>
    </AllowedDialog>
  );
}

/** Blocks an address for orders, sign-ups and tickets. */
export function BlockAddress({ email }: { email: string }) {
  return (
    <AllowedDialog
      label="Block"
      ariaLabel={`Block ${email}`}
      anchor="block"
      title={`Block ${email}`}
      detail="New orders, sign-ups and tickets with this address are refused; paid orders continue. The block list ends it."
      action={addBlockAction}
      hidden={{ kind: "email", value: email }}
      isDestructive
      reasons={["Fraud", "A chargeback", "Abuse"]}
      isLight
    />
  );
}

type LatestSectionProps = {
  title: string;
  actions?: React.ReactNode;
  entries: { href: string; title: string; state: React.ReactNode; at: Date }[];
};

/** A person's latest orders or tickets. */
function LatestSection({ title, actions, entries }: LatestSectionProps) {
  return (
    <AdminSection title={title} detail="The latest ten." actions={actions}>
      <AdminList
        empty={`No ${title.toLowerCase()} yet.`}
        aria-label={title}
        className="divide-y divide-border"
      >
        {entries.map((entry) => (
          <li key={entry.href} className="flex flex-wrap items-center justify-between gap-x-4 py-1.5">
            <AdminLink
              href={entry.href}
              className="inline-flex min-h-11 min-w-11 items-center font-medium wrap-anywhere text-primary underline-offset-4 hover:underline"
            >
              {entry.title}
            </AdminLink>
            <span className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
              <LocalTime at={entry.at} />
              {entry.state}
            </span>
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}
