import { expect, it } from "vitest";
import { scorecardRow } from "@/app/admin/suppliers/scorecard-row";
import type { ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { newService } from "../delivery/service-record";

it("a service shows its figures, and who reported a start", () => {
  const known: ServiceRecord = {
    ...newService,
    currency: "usd",
    calls: 50,
    refused: 2,
    lost: 1,
    taken: 45,
    completed: 40,
    partial: 3,
    overdue: 1,
    startReported: { counted: 40, p50: 600, p90: 1_800 },
    finish: { counted: 40, p50: 3_600, p90: 7_200 },
    counted: { items: 30, charge: 3, arrived: 3_000, found: 3_000 },
    after5: { items: 20, charge: 2, arrived: 2_000, found: 1_900 },
  };
  expect(scorecardRow(known, 1)).toMatchObject({
    deliveries: { text: "91% completed", note: "45 taken, 3 partial, 1 open after 3 days" },
    start: { text: "10 min; 9 in 10: 30 min", note: "as the supplier reports it" },
    finish: { text: "60 min; 9 in 10: 2.0 h" },
    calls: { text: "4.0% refused", note: "2.0% lost, of 50" },
    loss: { text: "5.0% after 5 days (20 counted)", note: "" },
    cost: { text: "1.0526 USD", note: "1.0000 USD for what arrived" },
    score: { note: "" },
  });
  const counted = { ...known, startCounted: { counted: 12, p50: 900, p90: 1_800 } };
  expect(scorecardRow(counted, 1).start.note).toBe("at most; 12 counted");
});
