import { costText, durationText, shareText } from "@/lib/delivery/scorecard/describe-record";
import type { CountedUnits, Durations, ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { fewestDeliveries, figuresOf, scoreOf } from "@/lib/delivery/scorecard/propose-order";

/** A record as the table shows it: each cell a figure, with a note below it. */
export type ScorecardRow = {
  id: string;
  name: string;
  service: string;
  isAskable: boolean;
  deliveries: Cell;
  start: Cell;
  finish: Cell;
  calls: Cell;
  loss: Cell;
  cost: Cell;
  score: Cell;
};

export type Cell = { text: string; note: string };

/** The row of a record at its place from 0. Pure. */
export function scorecardRow(record: ServiceRecord, place: number): ScorecardRow {
  const { taken, completed, partial, canceled, overdue, startCounted, startTold } = record;
  const ended = completed + partial + canceled + overdue;
  const isCounted = startCounted.counted > 0;
  return {
    id: record.mappingId,
    name: `${place + 1}. ${record.supplierName}`,
    service: record.serviceName,
    isAskable: record.isAskable,
    deliveries: {
      text: `${shareText(completed, ended)} completed`,
      note: `${taken.toLocaleString("en-US")} taken; ${partial} partial, ${canceled} canceled, ${overdue} open after 3 days`,
    },
    start: {
      text: bothOf(isCounted ? startCounted : startTold),
      note: isCounted
        ? `at most, ${startCounted.counted} counted`
        : startTold.counted > 0
          ? "by the supplier's word"
          : "",
    },
    finish: { text: bothOf(record.finish), note: "" },
    calls: {
      text: `${shareText(record.refused, record.calls)} refused`,
      note: `${shareText(record.lost, record.calls)} lost, of ${record.calls.toLocaleString("en-US")} calls`,
    },
    loss: { text: lossOf(record.after5, "5 days"), note: lossOf(record.after30, "30 days") },
    cost: {
      text: costText(record.after5, record.currency),
      note: `${costText(record.counted, record.currency)} for what arrived`,
    },
    score: scoreCell(record),
  };
}

function bothOf({ p50, p90 }: Durations): string {
  return p50 === null ? "–" : `${durationText(p50)}; 9 in 10: ${durationText(p90)}`;
}

function lossOf({ items, arrived, found }: CountedUnits, when: string): string {
  if (items === 0) return `not counted after ${when}`;
  return `${shareText(arrived - found, arrived)} after ${when} (${items} counted)`;
}

function scoreCell(record: ServiceRecord): Cell {
  const figures = figuresOf(record);
  if (figures)
    return { text: Number.isFinite(figures.costPer1000) ? scoreOf(figures).toFixed(3) : "Worst", note: "" };
  if (record.currency === null && record.taken > 0)
    return { text: "None", note: "paid in several currencies" };
  return {
    text: "None yet",
    note: `not enough deliveries counted yet: ${record.after5.items} of ${fewestDeliveries}`,
  };
}
