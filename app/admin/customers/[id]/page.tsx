import type { Metadata } from "next";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { CustomerActions } from "@/app/admin/customers/customer-actions";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { CaseNav } from "@/components/admin/case-nav";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import { formatCents } from "@/lib/base/money";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { may, staffRoleLabels, staffRoleOf } from "@/lib/people/auth/roles";
import { findCustomer } from "@/lib/people/customers/find-customers";
import { amountLabel } from "@/lib/shop/catalog/catalog";
import { platformLabels } from "@/lib/shop/catalog/platforms";

export const metadata: Metadata = { title: "Customer" };

/** One account: sign-in, orders, tickets and actions. */
export default async function CustomerPage(props: RecordProps) {
  const admin = await requireAdmin("customers.read");
  const customer = await findRecord(props, (id) => findCustomer(getDb(), id));
  const { email, role } = customer;
  const isVerified = customer.emailVerifiedAt !== null;
  const waysIn = [customer.hasPassword ? "Password" : "", customer.hasGoogle ? "Google" : ""].filter(Boolean);
  return (
    <>
      <CaseNav list="/admin/customers">Customers</CaseNav>
      <AdminHeading title={email} intro={customer.name}>
        {role ? <Badge>{staffRoleLabels[role]}</Badge> : null}
        <Badge variant={isVerified ? "outline" : "pending"}>{isVerified ? "Verified" : "Not verified"}</Badge>
      </AdminHeading>
      <AdminSection
        title="Account"
        actions={<CustomerActions customer={customer} isSelf={customer.id === admin.id} />}
      >
        <FactList
          facts={{
            Since: <LocalTime at={customer.createdAt} />,
            "Signs in with": waysIn.join(" and ") || "Not set up",
            "Signed-in devices": customer.devices,
            "Second factor": customer.totpConfirmedAt ? "Set up" : "Not yet",
            Passkeys: customer.passkeys,
            Id: customer.id,
          }}
        />
        {may(staffRoleOf(admin.roles), "audit.read") ? (
          <AdminLink
            href={`/admin/audit?subject=${customer.id}`}
            className="inline-flex min-h-11 items-center self-start text-sm text-primary underline underline-offset-4"
          >
            What administrators did with this account
          </AdminLink>
        ) : null}
      </AdminSection>
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
        entries={customer.orders.map((order) => ({
          href: `/admin/orders/${order.id}`,
          title: `${platformLabels[order.platform]} ${amountLabel(order.quantity, order.serviceType)}, ${formatCents(order.priceTotalCents)}`,
          state: <Badge variant={order.status}>{orderStatusLabels[order.status]}</Badge>,
          at: order.createdAt,
        }))}
      />
      <LatestSection
        title="Tickets"
        entries={customer.tickets.map((ticket) => ({
          href: `/admin/tickets/${ticket.id}`,
          title: ticket.subject,
          state: <TicketBadge status={ticket.status} />,
          at: ticket.createdAt,
        }))}
      />
    </>
  );
}

type LatestSectionProps = {
  title: string;
  actions?: React.ReactNode;
  entries: { href: string; title: string; state: React.ReactNode; at: Date }[];
};

/** An account's latest orders or tickets. */
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
