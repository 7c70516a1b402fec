import { beforeEach, describe, expect, it } from "vitest";
import { Prisma } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { resolveItemJob } from "@/lib/delivery/items/item-jobs";
import { cancelItem } from "@/lib/delivery/operator/cancel-item";
import { resubmitItem } from "@/lib/delivery/operator/resubmit-item";
import { decideRefill } from "@/lib/delivery/refills/decide-refill";
import { pollRefills } from "@/lib/delivery/refills/poll-refills";
import { requestRefill } from "@/lib/delivery/refills/request-refill";
import { sendRefill } from "@/lib/delivery/refills/send-refill";
import { useDatabase } from "../support/database";
import { useEvidence } from "../support/evidence";
import { byOps, paidOrderFactory } from "../support/factories";
import { useHolding } from "../support/holding";
import { usePanel } from "../support/panel";
import { delivering, submitOptions, submitting, useEmptyOrders } from "../support/submitting";
import { startWorker, useWorkers } from "../support/worker";

const database = useDatabase();
const panel = usePanel(database);
const { holdWrites, holdCommits, stopAtWrite } = useHolding(database);
const { submit, findItem, stateOf, makeDue } = submitting(database);
const { sentOrder, poll, jobs } = delivering(database);
const { startWith } = useEvidence(database);
useWorkers();
useEmptyOrders(database);

const leaseMs = 10_000;
const db = () => database.current.db;
/** A worker whose lease is short enough to end while it is stopped, yet outlasts a busy machine's delays. */
const start = () =>
  startWorker(database.current.url, {
    SUBMIT_LEASE_MS: String(leaseMs),
    JOB_LEASE_MS: "40000",
    SUPPLIER_TIMEOUT_MS: "4000",
  });
/** The supplier's order number, which stays once the item is submitted; a worker may poll its progress at once. */
const numberOf = async (id: string) => (await findItem(id)).providerOrderId;
const dropJobs = () => db().$executeRaw`TRUNCATE graphile_worker._private_jobs CASCADE`;

beforeEach(async () => {
  const as = { evidenceMode: "none", evidenceSince: null, isActive: true } as const;
  await db().supplier.updateMany({ data: as });
});

/** Moves the call's beginning and end so many seconds into the past. */
const shiftCall = (seconds: number) => db().$executeRaw`
  UPDATE supplier_calls SET started_at = started_at - ${seconds}::int * interval '1 second',
    ended_at = ended_at - ${seconds}::int * interval '1 second' WHERE action = 'add'`;

/** Waits until a condition on the only item is true by the database's clock. */
const untilItem = (condition: Prisma.Sql) =>
  expect.poll(() => db().$queryRaw`SELECT FROM fulfillment_items WHERE ${condition}`).toHaveLength(1);

describe("a worker that is stopped between its lease and its call", () => {
  /** The item's lease is committed, and over. */
  async function stoppedBeforeCall() {
    const byRef = (form: URLSearchParams) => form.get("ref");
    const supplier = await startWith({ evidenceMode: "request_id", evidenceField: "ref" }, byRef);
    const { item } = await paidOrderFactory(db());
    const first = start();
    await holdCommits("UPDATE ON fulfillment_items", "NEW.state = 'submitting'");
    await stopAtWrite(first);
    await untilItem(Prisma.sql`leased_at < now() - ${leaseMs}::int * interval '1 millisecond'`);
    return { supplier, item, first };
  }

  it("sends nothing when it goes on, after another worker had to assume that it may have bought", async () => {
    const { supplier, item, first } = await stoppedBeforeCall();
    // The next worker has the usual leases, which are longer, so this one is made a minute older.
    await db().$executeRaw`UPDATE fulfillment_items SET leased_at = leased_at - interval '1 minute'`;
    startWorker(database.current.url);
    await expect.poll(() => numberOf(item.id)).toBe("7000");
    first.signal("SIGCONT");
    // If it was stopped for long, its connection is given up before the commit's answer is read, and its job fails.
    await expect.poll(() => first.log()).toMatch(/supplier call ended|Failed task \d+ \(submit-item/);
    expect(supplier.calls).toHaveLength(1);
    expect(await findItem(item.id)).toMatchObject({ attempt: 1, providerOrderId: "7000" });
  });

  it("gives the item back as never sent, when it goes on before another worker has looked for evidence", async () => {
    const { supplier, item, first } = await stoppedBeforeCall();
    first.signal("SIGCONT");
    await expect.poll(() => numberOf(item.id)).toBe("7000");
    expect(supplier.calls).toHaveLength(1);
    const calls = await db().supplierCall.findMany({ orderBy: { attempt: "asc" } });
    expect(calls).toMatchObject([
      {
        attempt: 1,
        outcome: "rejected",
        reason: "not_executed",
        answer: expect.stringContaining("deadline"),
      },
      { attempt: 2, outcome: "accepted" },
    ]);
  });
});

describe("a lost call that is repeated", () => {
  const byLink = (form: URLSearchParams) => form.get("link");
  const window = { evidenceMode: "dedupe_window", evidenceWindowSeconds: 120 } as const;

  /** The worker that repeats the lost call is stopped before it has recorded that. */
  async function stoppedBeforeRepeat() {
    const supplier = await startWith(window, byLink);
    const { item } = await paidOrderFactory(db());
    supplier.fates = ["lose-answer"];
    await submit(item.id);
    expect(await stateOf(item.id)).toBe("unknown");
    await dropJobs();
    // A call takes 4 s at most (start).
    await shiftCall(5);
    await makeDue(item.id);
    await holdWrites("INSERT ON supplier_calls", "NEW.action LIKE 'repeat:%'");
    const worker = start();
    await enqueue(db(), [resolveItemJob.of(item.id)]);
    await stopAtWrite(worker);
    return { supplier, item, worker };
  }

  it("is not sent by a worker that was stopped until after the supplier's window", async () => {
    const { supplier, item, worker } = await stoppedBeforeRepeat();
    await shiftCall(130);
    supplier.forget();
    await untilItem(Prisma.sql`not_before <= now()`);
    worker.signal("SIGCONT");
    await expect.poll(async () => (await findItem(item.id)).reason).toBe("evidence_exhausted");
    // The next look may be over before the stopped one has recorded its end.
    const repeat = () => db().supplierCall.findFirst({ where: { action: "repeat:1" } });
    await expect.poll(repeat).toMatchObject({ outcome: "rejected", reason: "not_executed" });
    expect(supplier.calls).toHaveLength(1);
  });

  it("can't be decided by an operator while the repetition runs: sending again and canceling are refused", async () => {
    const { supplier, item, worker } = await stoppedBeforeRepeat();
    const refused = { code: "conflict", userMessage: expect.stringContaining("asked about this purchase") };
    await expect(resubmitItem(db(), { itemId: item.id, ...byOps })).rejects.toMatchObject(refused);
    await expect(cancelItem(db(), { itemId: item.id, ...byOps })).rejects.toMatchObject(refused);
    const refund = { reason: "refunded", alsoUnknown: true };
    await expect(db().$transaction((tx) => cancelUnsent(tx, item.orderId, refund))).rejects.toMatchObject(
      refused,
    );
    expect(await stateOf(item.id)).toBe("unknown");
    worker.signal("SIGCONT");
    await expect.poll(() => numberOf(item.id)).toBe("7000");
    expect(supplier.orders).toHaveLength(1);
  });
});

describe("a refill", () => {
  it("is not sent by a worker that was stopped until an operator had it sent again", async () => {
    await panel.control({ speed: 0 });
    const { order } = await sentOrder();
    await poll();
    await dropJobs();
    const [refillId = ""] = await requestRefill(db(), {
      orderId: order.id,
      now: new Date(),
      ...byOps,
    });
    await holdWrites("UPDATE ON refills", "NEW.state = 'sending'");
    const worker = start();
    await stopAtWrite(worker);
    const deps = { ...submitOptions(database.current), leaseMs };
    const refill = () => db().refill.findUniqueOrThrow({ where: { id: refillId } });
    const giveUp = () => pollRefills(deps).then(async () => (await refill()).state);
    await expect.poll(giveUp).toBe("unknown");
    await decideRefill(db(), { refillId, decision: { kind: "resend" }, ...byOps });
    await sendRefill(deps, refillId);
    worker.signal("SIGCONT");
    await expect.poll(() => jobs("send-refill")).toEqual([]);
    expect((await panel.view()).calls.refill).toBe(1);
    expect(["in_progress", "completed"]).toContain((await refill()).state);
  });
});
