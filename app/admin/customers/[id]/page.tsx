import type { Metadata } from "next";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { CustomerActions } from "@/app/admin/customers/customer-actions";
import { BlockAddress, PersonSections, WriteTo } from "@/app/admin/customers/person-sections";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { CaseNav } from "@/components/admin/case-nav";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { Badge } from "@/components/ui/badge";
import { getDb } from "@/lib/base/db/client";
import { findPerson } from "@/lib/operator/reporting/find-person";
import { may, staffRoleLabels, staffRoleOf } from "@/lib/people/auth/roles";
import { findCustomer } from "@/lib/people/customers/find-customers";

export const metadata: Metadata = { title: "Customer" };

/** One account: sign-in, purchases, notes, orders, tickets and actions. */
export default async function CustomerPage(props: RecordProps) {
  const admin = await requireAdmin("customers.read");
  const customer = await findRecord(props, (id) => findCustomer(getDb(), id));
  const { email, role } = customer;
  const person = await findPerson(getDb(), { userId: customer.id, email });
  const isVerified = customer.emailVerifiedAt !== null;
  const waysIn = [customer.hasPassword ? "Password" : "", customer.hasGoogle ? "Google" : ""].filter(Boolean);
  return (
    <>
      <CaseNav list="/admin/customers">Customers</CaseNav>
      <AdminHeading title={email} intro={customer.name}>
        {role ? <Badge>{staffRoleLabels[role]}</Badge> : null}
        <Badge variant={isVerified ? "outline" : "pending"}>{isVerified ? "Verified" : "Not verified"}</Badge>
        <WriteTo email={email} />
        <BlockAddress email={email} />
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
      <PersonSections person={person} email={email} about={{ userId: customer.id }} />
    </>
  );
}
