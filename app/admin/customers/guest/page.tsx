import type { Metadata } from "next";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { BlockAddress, PersonSections, WriteTo } from "@/app/admin/customers/person-sections";
import { AdminHeading } from "@/components/admin/admin-heading";
import { CaseNav } from "@/components/admin/case-nav";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { emailSchema } from "@/lib/mail/address/address";
import { findPerson } from "@/lib/operator/reporting/find-person";

export const metadata: Metadata = { title: "Guest" };

/** A guest, by address: purchases, notes, orders and tickets. */
export default async function GuestPage({ searchParams }: SearchProps) {
  await requireAdmin("customers.read");
  const email = emailSchema.safeParse(textOf((await searchParams).email)).data;
  if (!email) {
    return <EmptyState level={1} title="Which guest?" detail="Open a guest from the list of customers." />;
  }
  const person = await findPerson(getDb(), { userId: null, email });
  return (
    <>
      <CaseNav list="/admin/customers">Customers</CaseNav>
      <AdminHeading
        title={email}
        intro="Everything that was ordered or asked with this address, without an account."
      >
        <Badge variant="partial">Guest</Badge>
        <WriteTo email={email} />
        <BlockAddress email={email} />
      </AdminHeading>
      <PersonSections person={person} email={email} about={{ email }} />
    </>
  );
}
