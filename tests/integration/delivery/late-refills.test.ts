import { describe, expect, it } from "vitest";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { sendRefill } from "@/lib/delivery/refills/send-refill";
import { listNeedsMe } from "@/lib/operator/reporting/needs-me";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import { byOps } from "../../support/factories";
import { pointSuppliersAt } from "../../support/panel";
import { useRefills } from "../../support/refilling";
import { openEmulator } from "../../support/suppliers";

const { database, db, panel, deps, requested, holdAnswer, ...at } = useRefills();
const { refillOf, pollNow, eventsOf, jobs, sweep } = at;

/** A refill that its supplier accepted this many days ago and keeps in progress. */
async function unfinished(days: number) {
  const { order, refillId } = await requested({ speed: 3_600 });
  await sendRefill(deps(), refillId);
  await letPass(days);
  return { order, refillId, number: (await refillOf(refillId)).supplierRefillId };
}

/** Moves refills so many days into the past. */
const letPass = (days: number) => db().$executeRaw`
  UPDATE refills SET created_at = created_at - ${days}::float8 * interval '1 day',
    waiting_since = waiting_since - ${days}::float8 * interval '1 day'`;

const refillsInNeedsMe = async () => {
  const { entries } = await listNeedsMe(db(), "owner", new Date());
  return entries.map(({ lead: { kind, id, detail } }) => ({ kind, id, detail }));
};

describe("a refill", () => {
  it("that its supplier has not finished in seven days is in Needs me until the supplier finishes it", async () => {
    const { order, refillId, number } = await unfinished(7.1);
    expect(await refillsInNeedsMe()).toEqual([{ kind: "refill", id: refillId, detail: number }]);
    const view = await findOrderView(db(), order.token);
    expect(view?.items).toMatchObject([{ refill: "in_progress" }]);
    await panel.control({ speed: 0 });
    await pollNow();
    expect((await refillOf(refillId)).state).toBe("completed");
    expect(await refillsInNeedsMe()).toEqual([]);
  });

  it("that its supplier has not accepted in seven days is in Needs me, and can be decided", async () => {
    const { refillId } = await requested();
    expect(await refillsInNeedsMe()).toEqual([]);
    await letPass(8);
    expect(await refillsInNeedsMe()).toEqual([{ kind: "refill", id: refillId, detail: "" }]);
    await decideRefill(db(), { refillId, decision: { kind: "resend" }, ...byOps });
    expect(await refillsInNeedsMe()).toEqual([]);
  });

  it("that its supplier accepted late has seven days from then", async () => {
    const { refillId } = await requested({ speed: 3_600 });
    await letPass(6);
    await sendRefill(deps(), refillId);
    await letPass(6);
    expect(await refillsInNeedsMe()).toEqual([]);
    await letPass(1.1);
    expect(await refillsInNeedsMe()).toHaveLength(1);
  });

  it("of the previous release, which counts no days of its own, is late seven days after its creation", async () => {
    const { refillId } = await unfinished(7.1);
    await db().refill.update({ where: { id: refillId }, data: { waitingSince: null, version: 0 } });
    expect(await refillsInNeedsMe()).toHaveLength(1);
  });

  it("that its supplier accepted less than seven days ago needs no operator", async () => {
    const { refillId } = await unfinished(6.9);
    expect(await refillsInNeedsMe()).toEqual([]);
    const decision = { kind: "completed" } as const;
    expect(await codeOf(decideRefill(db(), { refillId, decision, ...byOps }))).toBe("conflict");
  });

  it.each([
    [{ kind: "attach", supplierRefillId: "77" } as const, { state: "in_progress", supplierRefillId: "77" }],
    [{ kind: "attach", supplierRefillId: "0078" } as const, { supplierRefillId: "0078" }],
    [{ kind: "resend" } as const, { state: "requested", supplierRefillId: null, nextCheckAt: null }],
    [{ kind: "completed" } as const, { state: "completed" }],
    [{ kind: "rejected" } as const, { state: "rejected" }],
  ])(
    "that its supplier does not finish is decided once by an administrator: %o",
    async (decision, expected) => {
      const { order, refillId } = await unfinished(8);
      await decideRefill(db(), { refillId, decision, ...byOps });
      expect(await refillOf(refillId)).toMatchObject(expected);
      expect(await refillsInNeedsMe()).toEqual([]);
      const hasEnded = decision.kind === "completed" || decision.kind === "rejected";
      expect(await jobs("decide-drops")).toEqual(hasEnded ? [`drops:${order.id}`] : []);
      expect(await codeOf(decideRefill(db(), { refillId, decision, ...byOps }))).toBe("conflict");
    },
  );

  it.each([
    [{ kind: "attach", supplierRefillId: "77" } as const, "in_progress"],
    [{ kind: "rejected" } as const, "rejected"],
  ])("keeps an administrator's decision %o when an older status answer arrives", async (decision, state) => {
    const { order, refillId, number } = await unfinished(8);
    const supplier = await holdAnswer([{ refill: number, status: "Completed" }]);
    const polling = pollNow();
    await supplier.asked();
    await decideRefill(db(), { refillId, decision, ...byOps });
    supplier.answer();
    expect(await polling).toBe(1);
    expect((await refillOf(refillId)).state).toBe(state);
    expect(await eventsOf(order.id, "refill.completed")).toEqual([]);
  });

  it("whose answer was lost again is not decided from a page that shows the first lost call", async () => {
    const { refillId } = await requested();
    const supplier = await openEmulator((response) => response.destroy());
    await pointSuppliersAt(database.current, supplier.url);
    await sendRefill(deps(), refillId);
    const versionOf = async () =>
      (await listNeedsMe(db(), "owner", new Date())).entries[0]?.lead.version ?? 0;
    const shown = { refillId, version: await versionOf(), ...byOps };
    await decideRefill(db(), { ...shown, decision: { kind: "resend" } });
    await sendRefill(deps(), refillId);
    for (const kind of ["resend", "completed"] as const) {
      await expect.soft(decideRefill(db(), { ...shown, decision: { kind } }), kind).rejects.toMatchObject({
        code: "conflict",
        userMessage: expect.stringMatching(/asked for again/),
      });
    }
    await sendRefill(deps(), refillId);
    expect(supplier.calls()).toBe(2);
    await decideRefill(db(), { ...shown, version: await versionOf(), decision: { kind: "completed" } });
    expect((await refillOf(refillId)).state).toBe("completed");
  });

  it("of a late supplier raises one alert for all, which ends with the last", async () => {
    const alert = async () => {
      await sweep();
      return db().operatorAlert.findUnique({ where: { key: "late_refills" } });
    };
    const { refillId: first } = await requested();
    expect(await alert()).toBeNull();
    await letPass(8);
    expect(await alert()).toMatchObject({
      resolvedAt: null,
      message: expect.stringMatching(/^1 refill was not/),
    });
    const { refillId: second } = await unfinished(8);
    expect(await alert()).toMatchObject({ times: 1, message: expect.stringMatching(/^2 refills were not/) });
    for (const refillId of [first, second])
      await decideRefill(db(), { refillId, decision: { kind: "rejected" }, ...byOps });
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
  });
});
