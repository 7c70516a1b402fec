import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storable } from "@/lib/base/text/storable-text";
import { applyReports } from "@/lib/delivery/progress/poll-items";
import { readStatus } from "@/lib/delivery/suppliers/protocol/read-status";
import { anyText } from "../../support/bad-rows";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory, setItems } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { answering, openEmulator } from "../../support/suppliers";

const { database, db, panel, poll, submit, findItem, sentOrder } = useDeliveries();
const sent = async () => (await sentOrder()).item;

describe("what a supplier writes", () => {
  it.each([
    ["a NUL", "Half\0way"],
    ["half an emoji", "Done \ud83d"],
    ["an emoji that the end of a long word cuts", `${"x".repeat(59)}💩`],
  ])("with %s in one status keeps no sibling from completing", async (_, status) => {
    const items = [await sent(), await sent(), await sent()];
    for (const { providerOrderId } of items) await panel.setOrder(providerOrderId, { status: "Completed" });
    await panel.setOrder(items[1]?.providerOrderId ?? null, { status });
    await poll();
    const states = await Promise.all(items.map(async ({ id }) => (await findItem(id)).state));
    expect(states).toEqual(["completed", "submitted", "completed"]);
    expect(await findItem(items[1]?.id ?? "")).toMatchObject({
      reason: "unknown_status",
      providerStatus: storable(status, 60),
    });
    expect(await db().setAsideEntry.findMany()).toEqual([]);
  });

  it.each([0, 1])("that is longer than what is kept is cut beside an emoji (%i)", async (shift) => {
    const note = `${"x".repeat(shift)}${"💩".repeat(5_000)}`;
    const supplier = await openEmulator(answering(JSON.stringify({ order: 4_711 + shift, note })));
    await pointSuppliersAt(database.current, supplier.url);
    const { item } = await paidOrderFactory(db());
    await submit(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    const call = await db().supplierCall.findFirstOrThrow({ where: { itemId: item.id } });
    expect(call.answer?.isWellFormed()).toBe(true);
    expect([...(call.answer ?? "")]).toHaveLength(4_096);
  });

  it("can be written to the database, whatever it is", async () => {
    const item = await sent();
    const { supplierId, providerOrderId } = item;
    if (!supplierId || !providerOrderId) throw new Error("it was submitted");
    const state = "submitted" as const;
    const polled = { ...item, state, number: providerOrderId, isFirst: false };
    const context = { supplierId, now: new Date(), baseMs: 1_000 };
    const field = fc.oneof(
      anyText,
      fc.integer(),
      fc.double(),
      fc.constantFrom(null, "0.27", "343", "Pending"),
    );
    const entry = fc.record({
      status: fc.oneof(anyText, fc.constantFrom("Pending", "Error", "Partial", "Processing")),
      charge: field,
      currency: field,
      remains: field,
      start_count: field,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(entry, anyText, fc.record({ error: anyText })), async (raw) => {
        const report = readStatus(JSON.parse(JSON.stringify(raw)));
        if (report.kind === "known" && ["completed", "partial", "canceled"].includes(report.state)) return;
        await setItems(db(), { id: item.id }, { state });
        await applyReports(db(), [polled], new Map([[providerOrderId, report]]), context);
      }),
      { numRuns: 150 },
    );
  });
});
