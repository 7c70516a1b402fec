import { costText, durationText, shareText } from "@/lib/delivery/scorecard/describe-record";
import type { CountedUnits, Durations, ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { figuresOf, minDeliveries, scoreOf } from "@/lib/delivery/scorecard/propose-ranking";

/** A figure with a note below it. */
export type Cell = { text: string; note: string };
export type FigureName = "deliveries" | "start" | "finish" | "calls" | "loss" | "cost" | "score";

export type ScorecardRow = { id: string; name: string; service: string; isAskable: boolean } & Record<
  FigureName,
  Cell
>;

/** The row of a record at `place`, counted from 0. Pure. */
export function scorecardRow(record: ServiceRecord, place: number): ScorecardRow {
  const { taken, completed, partial, canceled, overdue, startCounted, startReported } = record;
  const ended = completed + partial + canceled + overdue;
  const isCounted = startCounted.counted > 0;
  return {
    id: record.mappingId,
    name: `${place + 1}. ${record.supplierName}`,
    service: record.serviceName,
    isAskable: record.isAskable,
    deliveries: {
      text: taken === 0 ? "None yet" : `${shareText(completed, ended)} completed`,
      note: partsOf({ taken, partial, cancelled: canceled, "open after 3 days": overdue }),
    },
    start: {
      text: bothOf(isCounted ? startCounted : startReported),
      note: isCounted
        ? `at most; ${startCounted.counted} counted`
        : startReported.counted > 0
          ? "as the supplier reports it"
          : "",
    },
    finish: { text: bothOf(record.finish), note: "" },
    calls: {
      text: record.calls === 0 ? "None yet" : `${shareText(record.refused, record.calls)} refused`,
      note: record.calls === 0 ? "" : `${shareText(record.lost, record.calls)} lost, of ${record.calls}`,
    },
    loss: {
      text: record.after5.items === 0 ? "Not counted yet" : lossOf(record.after5, "5 days"),
      note: record.after30.items === 0 ? "" : lossOf(record.after30, "30 days"),
    },
    cost: {
      text: costText(record.after5, record.currency),
      note: record.counted.items === 0 ? "" : `${costText(record.counted, record.currency)} for what arrived`,
    },
    score: scoreCell(record),
  };
}

function bothOf({ p50, p90 }: Durations): string {
  return p50 === null ? "–" : `${durationText(p50)}; 9 in 10: ${durationText(p90)}`;
}

function lossOf({ items, arrived, found }: CountedUnits, when: string): string {
  return `${shareText(arrived - found, arrived)} after ${when} (${items} counted)`;
}

/** `40 taken, 2 partial`: the counts that are not zero. */
function partsOf(counts: Record<string, number>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.map(([name, count]) => `${count.toLocaleString("en-US")} ${name}`).join(", ");
}

function scoreCell(record: ServiceRecord): Cell {
  const figures = figuresOf(record);
  if (figures)
    return { text: Number.isFinite(figures.costPer1000) ? scoreOf(figures).toFixed(3) : "Worst", note: "" };
  if (record.currency === null && record.taken > 0)
    return { text: "None", note: "paid in several currencies" };
  return {
    text: "None yet",
    note: `not enough deliveries yet: ${record.after5.items} of ${minDeliveries}`,
  };
}
