import type { SearchParams } from "@/app/_server/page-props";
import { currentUser, visitorMay } from "@/app/_server/session";
import { assigneeChoices } from "@/app/admin/assignments/assign-dialog";
import {
  assignOrdersAction,
  clearFlagsAction,
  previewAssignOrdersAction,
  previewClearFlagsAction,
  previewResendMailsAction,
  resendMailsAction,
} from "@/app/admin/bulk/actions";
import { OrdersTable } from "@/app/admin/orders-table";
import { ViewBar } from "@/app/admin/views/view-bar";
import { ActionInput } from "@/components/admin/action-form";
import { BulkDialog } from "@/components/admin/bulk-dialog";
import { ExportSelection } from "@/components/admin/export-selection";
import { FilterForm } from "@/components/admin/filter-form";
import { FilterLinks } from "@/components/admin/filter-links";
import { Pager } from "@/components/admin/pager";
import { Selection } from "@/components/admin/selection";
import { ZoneField } from "@/components/admin/zone-field";
import { cn } from "@/components/ui/cn";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { queryString } from "@/lib/base/text/query-string";
import { accountName } from "@/lib/operator/reporting/export-orders";
import { listOrders, type OrderFilter, orderFilterSchema } from "@/lib/operator/reporting/list-orders";
import { orderStatusLabels } from "@/lib/orders/views/order-view";
import { assigneesOf, type StaffMember } from "@/lib/people/assignments/assignments";

const pageSize = 50;

/** The Orders tab of the overview, filtered and sorted by the address. */
export async function OrdersTab({ searchParams }: { searchParams: SearchParams }) {
  const filter = orderFilterSchema.parse(searchParams);
  const { after: _, ...kept } = filter;
  const exportHref = (decimal?: string) => `/admin/orders/export${queryString({ ...kept, decimal })}`;
  // If the orders can't be read, the rest of the page is still shown.
  const assigneeId = (await currentUser())?.id;
  const page = await listOrders(getDb(), { ...filter, assigneeId }, pageSize).catch((error: unknown) => {
    logger.error({ err: error }, "the orders could not be read; the overview is shown without them");
    return null;
  });
  const ids = page?.rows.map(({ id }) => id) ?? [];
  const assignees = await assigneesOf(getDb(), "order", ids).catch((error: unknown) => {
    logger.error(
      { err: error },
      "the orders' assignees could not be read; the orders are shown without them",
    );
    return new Map<string, StaffMember>();
  });
  return (
    <section aria-label="Orders" className="flex flex-col gap-4">
      <OrderFilters values={filter} search={searchParams} />
      {page ? (
        <Selection actions={<OrderSteps />}>
          <OrdersTable
            next={page.next}
            exports={
              (await visitorMay("orders.export"))
                ? [
                    { label: "Export CSV", href: exportHref() },
                    { label: "CSV for Excel with decimal comma", href: exportHref("comma") },
                  ]
                : []
            }
            rows={page.rows.map((row) => ({
              ...row,
              account: accountName(row),
              assignee: assignees.get(row.id)?.email ?? null,
            }))}
          />
        </Selection>
      ) : (
        <EmptyState title="Failed to fetch orders." detail="Please reload the page in a moment." />
      )}
      <Pager next={page?.next ?? null} />
    </section>
  );
}

/** What can be done with all selected orders. */
async function OrderSteps() {
  const [mayChange, mayResend, mayExport, administrators] = await Promise.all([
    visitorMay("orders.change"),
    visitorMay("mails.resend"),
    visitorMay("orders.export"),
    assigneeChoices(),
  ]);
  return (
    <>
      {mayChange ? (
        <>
          <BulkDialog
            label="Clear flags"
            detail="Clear them once the orders need nothing more. No money moves."
            preview={previewClearFlagsAction}
            action={clearFlagsAction}
          />
          <BulkDialog
            label="Assign"
            detail="They are listed under “Mine” for that administrator."
            preview={previewAssignOrdersAction}
            action={assignOrdersAction}
            choice={{ name: "assigneeId", label: "Administrator", options: administrators }}
            hasReason={false}
          />
        </>
      ) : null}
      {mayResend ? (
        <BulkDialog
          label="Send failed emails again"
          detail="If the first one arrived after all, it may arrive twice."
          preview={previewResendMailsAction}
          action={resendMailsAction}
        />
      ) : null}
      {mayExport ? <ExportSelection /> : null}
    </>
  );
}

const statuses = [["", "All"], ...Object.entries(orderStatusLabels)] as const;

const onlyChoices = [
  ["", "All orders"],
  ["review", "Needs review"],
  ["mine", "Mine"],
] as const;

const sorts = [
  ["newest", "Newest first"],
  ["oldest", "Oldest first"],
  ["dearest", "Highest amount"],
  ["cheapest", "Lowest amount"],
] as const;

/** On a wide screen a field stands beside its label, so that the list begins higher. */
const inLine = "xl:flex-row xl:items-center [&>label]:shrink-0";

function OrderFilters({ values, search }: { values: OrderFilter; search: SearchParams }) {
  return (
    <div className="flex flex-col gap-3">
      <FilterForm
        className="grid grid-cols-[1fr_1fr_auto] xl:flex xl:items-center xl:[&>button]:mb-0"
        keeps={["tab", "status", "sort", "only"]}
      >
        <ActionInput
          name="q"
          label="Search"
          className={cn("col-span-3 xl:flex-1 xl:[&>label]:sr-only", inLine)}
          type="search"
          defaultValue={values.q}
          placeholder="Email, order number, @name or supplier's order number"
        />
        <ActionInput name="from" label="From" className={inLine} type="date" defaultValue={values.from} />
        <ZoneField />
        <ActionInput name="to" label="To" className={inLine} type="date" defaultValue={values.to} />
      </FilterForm>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <FilterLinks label="Filter by status" name="status" choices={statuses} />
        <FilterLinks label="Filter by what needs someone" name="only" choices={onlyChoices} />
        <FilterLinks label="Sort" name="sort" choices={sorts} className="md:hidden" />
        <ViewBar list="orders" path="/admin" search={search} />
      </div>
    </div>
  );
}
