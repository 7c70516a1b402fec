import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { CustomerActions } from "@/app/admin/customers/customer-actions";
import { RecentList } from "@/app/admin/customers/recent-list";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { Badge } from "@/components/ui/badge";
import { amountLabel } from "@/lib/catalog/catalog";
import { findCustomer } from "@/lib/customers/find-customer";
import { getDb } from "@/lib/db/client";
import { formatCents } from "@/lib/money";
import { orderStatusLabels } from "@/lib/orders/order-view";
import { platformLabels } from "@/lib/platforms";
import {
  anonymizeCustomerAction,
  grantRoleAction,
  removeSecondFactorAction,
  resendVerificationAction,
  revokeRoleAction,
  signOutCustomerAction,
} from "../actions";

export const metadata: Metadata = { title: "Customer" };

const actions = {
  grant: grantRoleAction,
  revoke: revokeRoleAction,
  signOut: signOutCustomerAction,
  removeSecondFactor: removeSecondFactorAction,
  resend: resendVerificationAction,
  anonymize: anonymizeCustomerAction,
};

/** One account: how it is opened, what it bought and asked, and what can be done about it. */
export default async function CustomerPage({ params }: { params: Promise<{ id: string }> }) {
  const admin = await requireAdmin();
  const id = z.uuid().safeParse((await params).id);
  const customer = id.success ? await findCustomer(getDb(), id.data) : null;
  if (!customer) notFound();
  const { email, isAdmin } = customer;
  const isVerified = customer.emailVerifiedAt !== null;
  const isSelf = customer.id === admin.id;
  const hasSecondFactor = customer.totpConfirmedAt !== null;
  const waysIn = [customer.hasPassword ? "Password" : "", customer.hasGoogle ? "Google" : ""].filter(Boolean);
  return (
    <>
      <AdminHeading title={email} intro={customer.name}>
        {isAdmin ? <Badge>Administrator</Badge> : null}
        <Badge variant={isVerified ? "outline" : "pending"}>{isVerified ? "Verified" : "Not verified"}</Badge>
      </AdminHeading>
      <AdminSection
        title="Account"
        actions={
          <CustomerActions
            customer={{ id: customer.id, email, isAdmin, isVerified, isSelf, hasSecondFactor }}
            actions={actions}
          />
        }
      >
        <FactList
          facts={[
            { label: "Since", value: <LocalTime at={customer.createdAt.toISOString()} /> },
            { label: "Opened by", value: waysIn.join(" and ") || "Nothing yet" },
            { label: "Signed-in devices", value: customer.devices },
            { label: "Second factor", value: hasSecondFactor ? "Set up" : "Not yet" },
            { label: "Passkeys", value: customer.passkeys },
            { label: "Id", value: customer.id },
          ]}
        />
        <Link
          href={`/admin/audit?subject=${customer.id}`}
          prefetch={false}
          className="self-start text-sm text-primary underline underline-offset-4"
        >
          What administrators did with this account
        </Link>
      </AdminSection>
      <AdminSection
        title="Orders"
        detail="The ten newest."
        actions={
          <Link
            href={`/admin?q=${encodeURIComponent(email)}`}
            prefetch={false}
            className="text-sm text-primary underline underline-offset-4"
          >
            All orders of this address
          </Link>
        }
      >
        <RecentList
          label="Orders"
          empty="No order yet."
          entries={customer.orders.map((order) => ({
            id: order.id,
            href: `/admin/orders/${order.id}`,
            title: `${platformLabels[order.platform]} ${amountLabel(order.quantity, order.serviceType)}, ${formatCents(order.priceTotalCents)}`,
            state: <Badge variant={order.status}>{orderStatusLabels[order.status]}</Badge>,
            at: order.createdAt.toISOString(),
          }))}
        />
      </AdminSection>
      <AdminSection title="Tickets" detail="The ten newest.">
        <RecentList
          label="Tickets"
          empty="No ticket yet."
          entries={customer.tickets.map((ticket) => ({
            id: ticket.id,
            href: `/admin/tickets/${ticket.id}`,
            title: ticket.subject,
            state: <TicketBadge status={ticket.status} />,
            at: ticket.createdAt.toISOString(),
          }))}
        />
      </AdminSection>
    </>
  );
}
