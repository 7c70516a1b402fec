"use client";

import { DataTable, tableColumns } from "@/components/admin/data-table";
import { Badge } from "@/components/ui/badge";
import type { Cell, FigureName, ScorecardRow } from "./scorecard-row";

const column = tableColumns<ScorecardRow>();

const figure = (id: FigureName, header: string) =>
  column.accessor(id, { header, cell: ({ getValue }) => <Figure cell={getValue()} /> });

const columns = [
  column.accessor("name", {
    header: "Supplier",
    cell: ({ row: { original: row } }) => (
      <>
        <span className="block font-medium">{row.name}</span>
        <span className="block max-w-60 text-muted-foreground wrap-anywhere">{row.service}</span>
        {row.isAskable ? null : <Badge variant="outline">Not asked now</Badge>}
      </>
    ),
  }),
  figure("deliveries", "Deliveries"),
  figure("start", "Until it started"),
  figure("finish", "Until it was finished"),
  figure("calls", "Calls"),
  figure("loss", "Dropped"),
  figure("cost", "1,000 that stay"),
  figure("score", "Score"),
];

function Figure({ cell }: { cell: Cell }) {
  return (
    <>
      <span className="block">{cell.text}</span>
      {cell.note ? (
        <span className="block max-w-44 text-muted-foreground max-md:max-w-32">{cell.note}</span>
      ) : null}
    </>
  );
}

export function ScorecardTable({ caption, rows }: { caption: string; rows: ScorecardRow[] }) {
  return <DataTable caption={caption} columns={columns} rows={rows} rowId={(row) => row.id} />;
}
