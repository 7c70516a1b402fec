import type { Metadata } from "next";
import { findRecord, type RecordProps, type SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AssignDialog } from "@/app/admin/assignments/assign-dialog";
import { BlockAddress } from "@/app/admin/customers/person-sections";
import { ItemSheet } from "@/app/admin/fulfillment/item-sheet";
import { NoteSection } from "@/app/admin/notes/note-section";
import { OrderFacts } from "@/app/admin/orders/order-facts";
import { OrderGlance } from "@/app/admin/orders/order-glance";
import { RefundList } from "@/app/admin/orders/refund-list";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { CaseNav } from "@/components/admin/case-nav";
import { StatusBadge } from "@/components/orders/status-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { shortOrderId } from "@/lib/base/order-id";
import { databaseNow } from "@/lib/base/time/clock";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { assigneesOf } from "@/lib/people/assignments/assignments";
import { may, staffRoleOf } from "@/lib/people/auth/roles";
import {
  DisputeList,
  OrderDecisions,
  OrderLedger,
  OrderTickets,
  OtherOrders,
  PaymentAttempts,
  WithdrawalList,
} from "./order-records";
import { OrderTimeline, timelinePart } from "./order-timeline";

export async function generateMetadata({ params }: RecordProps): Promise<Metadata> {
  return { title: `Order #${shortOrderId((await params).id)}` };
}

export default async function AdminOrderPage(props: RecordProps & SearchProps) {
  const role = staffRoleOf((await requireAdmin("orders.read")).roles);
  const order = await findRecord(props, (id) => findOrderDetails(getDb(), id, databaseNow()));
  const assignees = await assigneesOf(getDb(), "order", [order.id]);
  const part = timelinePart((await props.searchParams).timeline);
  return (
    <>
      <CaseNav list="/admin?tab=orders">Orders</CaseNav>
      <AdminHeading title={`Order #${shortOrderId(order.id)}`} intro={<StatusBadge status={order.status} />}>
        <AssignDialog
          kind="order"
          id={order.id}
          assignee={assignees.get(order.id) ?? null}
          about={`order #${shortOrderId(order.id)}`}
        />
        <BlockAddress email={order.email} />
        <ButtonLink href={`/admin/orders/${order.id}/buyer`} prefetch={false} variant="outline" size="sm">
          View as the buyer
        </ButtonLink>
        {may(role, "audit.read") ? (
          <ButtonLink href={`/admin/audit?subject=${order.id}`} prefetch={false} variant="outline" size="sm">
            Audit log of this order
          </ButtonLink>
        ) : null}
      </AdminHeading>
      <OrderGlance order={order} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <OrderFacts order={order} />
          <AdminSection title="Delivery" anchor="delivery">
            {order.items.length === 0 ? (
              <p className="text-muted-foreground">Delivery starts once the order is paid.</p>
            ) : null}
            <div className="flex flex-col gap-6 empty:hidden">
              {order.items.map((item) => (
                <ItemSheet key={item.id} item={item} />
              ))}
            </div>
          </AdminSection>
          <OrderDecisions order={order} />
          <OrderTimeline order={order} part={part} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <NoteSection notes={order.notes} about={{ orderId: order.id }} orderId={order.id} />
          <RefundList order={order} />
          <WithdrawalList withdrawals={order.withdrawals} />
          <PaymentAttempts attempts={order.attempts} />
          <DisputeList order={order} />
          {may(role, "numbers.read") ? <OrderLedger ledger={order.ledger} /> : null}
          <OrderTickets tickets={order.tickets} />
          <OtherOrders order={order} />
        </div>
      </div>
    </>
  );
}
