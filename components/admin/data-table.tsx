"use client";

import {
  type ColumnDef,
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, Columns3, Rows2, Rows3 } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { Button } from "@/components/ui/button";
import { buttonVariants } from "@/components/ui/button-variants";
import { cn } from "@/components/ui/cn";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { queryString } from "@/lib/base/text/query-string";
import { AdminKeys } from "./admin-keys";
import { AdminLink } from "./admin-link";
import { entryId } from "./entry-id";
import { pageMarks } from "./page-marks";
import { SelectMark, useSelection } from "./selection";
import { useDensity, useHiddenColumns } from "./use-hidden-columns";
import { useListTrail } from "./use-list-trail";

/** The features of TanStack Table in use: filters, sorting and paging are the server's. */
const shopTableFeatures = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** The column helper for rows of type `Row`: `const columns = tableColumns<OrderRow>()`. */
export function tableColumns<Row extends RowData>() {
  return createColumnHelper<typeof shopTableFeatures, Row>();
}

type DataTableProps<Row extends RowData> = {
  /** Read out before the table. */
  caption: string;
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own; TanStack's own arrays are typed so.
  columns: ColumnDef<typeof shopTableFeatures, Row, any>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Names a row for its box, in a list whose rows can be selected. */
  nameOf?: (row: Row) => string;
  /** The page that a row opens; rows that have one lead to each other and back. */
  hrefOf?: (row: Row) => string;
  /** The mark of the list's next page; null on the last one. */
  next?: string | null;
  /** The values of `sort` that sort by a column. */
  sorting?: Sorting;
  /** Actions on the whole list, above the table. */
  actions?: React.ReactNode;
  /** Shown in place of an empty table. */
  empty?: React.ReactNode;
};

/** For each column by which the server can sort, the `sort` of the address for either direction. */
type Sorting = { standard: string; by: Record<string, { ascending: string; descending: string }> };

/**
 * A table of rows that the server sorted and paged; the address holds the visible columns. On a phone each row
 * becomes a card: the first column is its title, the last stands beside it, the others follow in pairs. A column's
 * `header` must be a text, because it is also the card's label.
 */
export function DataTable<Row extends RowData>({
  caption,
  columns,
  rows,
  rowId,
  nameOf = rowId,
  hrefOf,
  next = null,
  sorting,
  actions,
  empty,
}: DataTableProps<Row>) {
  const { hidden, toggle } = useHiddenColumns();
  const density = useDensity();
  useListTrail({ hrefs: hrefOf ? rows.map(hrefOf) : [], next });
  const columnVisibility = useMemo(
    () => Object.fromEntries([...hidden].map((column) => [column, false])),
    [hidden],
  );
  const selection = useSelection();
  const isHydrated = useIsHydrated();
  const table = useTable({
    features: shopTableFeatures,
    columns,
    data: rows,
    getRowId: rowId,
    state: { columnVisibility, rowSelection: selection?.selected ?? {} },
    onRowSelectionChange: (change) => selection?.setSelected(change),
  });
  const sortOf = useSort(sorting);
  if (rows.length === 0) return <>{empty}</>;
  const labels = table.getAllLeafColumns().map((column) => ({
    id: column.id,
    label: String(column.columnDef.header ?? column.id),
    isShown: column.getIsVisible(),
  }));
  return (
    <div className="flex flex-col gap-3">
      <div className={cn("flex flex-wrap items-center justify-end gap-x-2", !actions && "max-md:hidden")}>
        {hrefOf ? <AdminKeys place="list" /> : null}
        <Button variant="ghost" size="sm" className="max-md:hidden" onClick={density.toggle}>
          {density.isClose ? <Rows2 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
          {density.isClose ? "Roomy rows" : "Compact rows"}
        </Button>
        <ColumnChoice columns={labels} onToggle={toggle} />
        {actions}
      </div>
      <div className="md:overflow-x-auto md:rounded-xl md:border md:border-border md:bg-card">
        <table className="w-full border-collapse text-sm tabular-nums max-md:block">
          <caption className="sr-only">{caption}</caption>
          <thead className="max-md:sr-only">
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id}>
                {group.headers.map((header, index) => (
                  <th
                    key={header.id}
                    scope="col"
                    aria-sort={sortOf(header.column.id).direction}
                    className="border-b border-border px-4 py-3 text-left font-semibold whitespace-nowrap text-muted-foreground"
                  >
                    {selection && index === 0 ? (
                      <span className="mr-3 inline-block align-middle">
                        <SelectMark
                          label="Select all on this page"
                          isOn={table.getIsAllRowsSelected()}
                          isDisabled={!isHydrated}
                          onChange={(isOn) => table.toggleAllRowsSelected(isOn)}
                        />
                      </span>
                    ) : null}
                    {sorting?.by[header.column.id] ? (
                      <SortLink {...sortOf(header.column.id)}>
                        <table.FlexRender header={header} />
                      </SortLink>
                    ) : (
                      <table.FlexRender header={header} />
                    )}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody className="max-md:flex max-md:flex-col max-md:gap-2">
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                id={hrefOf && entryId(hrefOf(row.original))}
                className="target:bg-primary-soft focus-within:bg-accent max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-4 max-md:gap-y-1.5 max-md:rounded-xl max-md:border max-md:border-border max-md:bg-card max-md:px-4 max-md:py-2.5 md:[&:not(:last-child)>td]:border-b"
              >
                {row.getVisibleCells().map((cell, index) => (
                  <td
                    key={cell.id}
                    className={cn(
                      "border-border px-4 align-top",
                      density.isClose ? "py-1" : "py-2",
                      "max-md:order-2 max-md:block max-md:min-w-0 max-md:p-0 max-md:first:order-none max-md:last:order-1",
                    )}
                  >
                    {index === 0 ? null : (
                      <span aria-hidden="true" className="block text-xs text-muted-foreground md:hidden">
                        {String(cell.column.columnDef.header ?? "")}
                      </span>
                    )}
                    {selection && index === 0 ? (
                      <div className="flex items-start gap-3">
                        <SelectMark
                          label={`Select ${nameOf(row.original)}`}
                          isOn={row.getIsSelected()}
                          isDisabled={!isHydrated}
                          onChange={(isOn) => row.toggleSelected(isOn)}
                        />
                        <div className="min-w-0">
                          <table.FlexRender cell={cell} />
                        </div>
                      </div>
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type Sort = { direction: "ascending" | "descending" | undefined; href: string };

/** How the list is sorted by a column now, and the address that sorts it by the column, or the other way round. */
function useSort(sorting: Sorting | undefined): (column: string) => Sort {
  const path = usePathname();
  const search = useSearchParams();
  const sort = search.get("sort") ?? sorting?.standard;
  return (column) => {
    const own = sorting?.by[column];
    if (!own) return { direction: undefined, href: path };
    const isDown = sort === own.descending;
    const isUp = sort === own.ascending;
    const kept = [...search].filter(([name]) => !pageMarks.includes(name));
    return {
      direction: isDown ? "descending" : isUp ? "ascending" : undefined,
      href: `${path}${queryString({
        ...Object.fromEntries(kept),
        sort: isDown ? own.ascending : own.descending,
      })}`,
    };
  };
}

function SortLink({ direction, href, children }: Sort & { children: React.ReactNode }) {
  const Arrow = direction === "ascending" ? ArrowUp : ArrowDown;
  return (
    <>
      {/* A phone has no head of the table that could be seen. */}
      <span className="md:hidden">{children}</span>
      <AdminLink
        href={href}
        className="-my-3 hidden min-h-11 items-center gap-1.5 hover:text-foreground hover:underline md:inline-flex"
      >
        {children}
        {direction ? <Arrow aria-hidden="true" className="size-4" /> : null}
      </AdminLink>
    </>
  );
}

type ColumnChoiceProps = {
  columns: { id: string; label: string; isShown: boolean }[];
  onToggle: (column: string) => void;
};

function closeWhenLeft({ currentTarget, relatedTarget }: React.FocusEvent<HTMLDetailsElement>): void {
  if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) currentTarget.open = false;
}

function closeOnEscape({ key, currentTarget }: React.KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== "Escape" || !currentTarget.open) return;
  currentTarget.open = false;
  currentTarget.querySelector("summary")?.focus();
}

/** Chooses the visible columns of a table. The last visible one can't be hidden. */
function ColumnChoice({ columns, onToggle }: ColumnChoiceProps) {
  const isHydrated = useIsHydrated();
  const shown = columns.filter((column) => column.isShown).length;
  return (
    <details className="group relative max-md:hidden" onBlur={closeWhenLeft} onKeyDown={closeOnEscape}>
      <summary className={cn(buttonVariants({ variant: "ghost", size: "sm" }), "cursor-pointer list-none")}>
        <Columns3 aria-hidden="true" />
        Columns
      </summary>
      <fieldset className="absolute right-0 z-20 mt-1 flex min-w-52 flex-col rounded-xl border border-border bg-popover p-2 text-popover-foreground shadow-lg">
        <legend className="sr-only">Columns to show</legend>
        {columns.map((column) => (
          <label
            key={column.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 hover:bg-accent"
          >
            <input
              type="checkbox"
              className="size-4.5 accent-primary"
              checked={column.isShown}
              // A choice before hydration would be lost.
              disabled={!isHydrated || (column.isShown && shown === 1)}
              onChange={() => onToggle(column.id)}
            />
            {column.label}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
