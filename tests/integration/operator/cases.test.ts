import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { retryJob } from "@/lib/base/jobs/retry-job";
import { closeAlert } from "@/lib/mail/alerts/close-alert";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { listAlerts, listFailedJobs, listWorkers, loadQueue } from "@/lib/operator/reporting/load-operations";
import { clearFlag, flagOrder } from "@/lib/orders/order/flag-order";
import { findBuyersView, findOrderView } from "@/lib/orders/views/find-order-view";
import { checkMails } from "@/lib/running/watch/check-mails";
import { checkWorkers } from "@/lib/running/watch/check-workers";
import { codeOf, textOf, useDatabase } from "../../support/database";
import { auditOf, byOps, orderFactory } from "../../support/factories";

const { db } = useDatabase();

const audited = (subjectId: string) => auditOf(db(), subjectId);

beforeEach(async () => {
  await db()
    .$executeRaw`TRUNCATE operator_alerts, worker_heartbeats, email_log, graphile_worker._private_jobs`;
});

describe("clearing an order's flag", () => {
  it("removes it once, with an event in the timeline and an entry in the audit log", async () => {
    const { id: orderId } = await orderFactory(db());
    await flagOrder(db(), orderId, "dispute");
    await Promise.all([clearFlag(db(), { orderId, ...byOps }), clearFlag(db(), { orderId, ...byOps })]);
    const cleared = { flaggedAt: null, flagReason: null };
    expect(await db().order.findUnique({ where: { id: orderId } })).toMatchObject(cleared);
    expect(await db().orderEvent.count({ where: { orderId, type: "order.flag_cleared" } })).toBe(1);
    expect(await audited(orderId)).toMatchObject([
      { action: "order.flag_cleared", before: { flag: "dispute" }, reason: byOps.reason },
    ]);
  });

  it("from a page that shows another reason, or fewer alerts, is refused: what it was flagged for since stays listed", async () => {
    const { id: orderId } = await orderFactory(db());
    await flagOrder(db(), orderId, "late_change");
    const clear = (flagReason: string, ...alertKeys: string[]) =>
      clearFlag(db(), { orderId, shown: { flagReason, alertKeys }, ...byOps });
    await clear("late_change");
    await clear("late_change");
    await flagOrder(db(), orderId, "refund_failed");
    const alert = { key: "refund_failed:1", kind: "refund_failed", message: "A refund failed.", orderId };
    await raiseAlert(db(), alert);
    expect(await codeOf(clear("late_change"))).toBe("conflict");
    expect(await codeOf(clear("refund_failed", "refund_failed:0"))).toBe("conflict");
    const flagged = { flaggedAt: expect.any(Date), flagReason: "refund_failed" };
    expect(await db().order.findUnique({ where: { id: orderId } })).toMatchObject(flagged);
    expect(await db().operatorAlert.count({ where: { key: alert.key, resolvedAt: null } })).toBe(1);
    await clear("refund_failed", alert.key, "refund_failed:0");
    expect(await db().operatorAlert.count({ where: { key: alert.key, resolvedAt: null } })).toBe(0);
  });
});

describe("viewing an order as its buyer", () => {
  it("shows what the buyer sees, without the token that lets its holder act as the buyer", async () => {
    const { id: orderId, token } = await orderFactory(db());
    const view = await findBuyersView(db(), orderId);
    expect(view).toEqual({ ...(await findOrderView(db(), token)), token: "" });
    expect(textOf(view)).not.toContain(token);
    expect(await findBuyersView(db(), newId())).toBeNull();
  });
});

describe("closing an alert", () => {
  it("ends it once, and its cause raises it again", async () => {
    const alert = { key: "review:x", kind: "review", message: "Something waits." };
    await raiseAlert(db(), alert);
    await closeAlert(db(), { key: alert.key, ...byOps });
    await closeAlert(db(), { key: alert.key, ...byOps });
    const listed = () => listAlerts(db(), { limit: 10 });
    expect(await listed()).toMatchObject([{ key: alert.key, resolvedAt: expect.any(Date) }]);
    expect(await audited(alert.key)).toHaveLength(1);
    await raiseAlert(db(), alert);
    expect(await listed()).toMatchObject([{ key: alert.key, resolvedAt: null, times: 2 }]);
  });
});

describe("running a failed job again", () => {
  const failedJob = async (attempts: number) => {
    await enqueue(db(), [{ name: "send-mail", payload: { id: newId() }, key: `mail:${newId()}` }]);
    await db().$executeRaw`
      UPDATE graphile_worker._private_jobs SET attempts = ${attempts}::int, run_at = now() + interval '1 hour',
        last_error = E'connect ECONNREFUSED\n    at somewhere inside'`;
    const [job] = await listFailedJobs(db(), { limit: 10 });
    if (!job) throw new Error("the job is listed");
    return job;
  };

  it("gives it all its attempts and makes it due at once; the list shows the first line of its error", async () => {
    const job = await failedJob(8);
    const error = "connect ECONNREFUSED";
    expect(job).toMatchObject({ task: "send-mail", error, attempts: 8, nextRunAt: null });
    expect(await loadQueue(db())).toMatchObject({ due: 0, givenUp: 1 });
    await retryJob(db(), { jobId: BigInt(job.id), ...byOps });
    expect(await loadQueue(db())).toMatchObject({ due: 1, givenUp: 0, oldestDueAt: expect.any(Date) });
    expect(await listFailedJobs(db(), { limit: 10 })).toEqual([]);
    expect(await audited(job.id)).toMatchObject([
      { action: "job.retried", before: { key: job.key, attempts: 8 } },
    ]);
  });
});

describe("the alerts about workers", () => {
  const beat = (secondsAgo: number) =>
    db().$executeRaw`
      INSERT INTO worker_heartbeats (id, host, pid, last_seen_at)
      VALUES (${newId()}::uuid, 'host', 1, now() - ${secondsAgo}::int * interval '1 second')`;
  const isOn = async () => {
    await checkWorkers(db());
    const alerts = await listAlerts(db(), { limit: 10 });
    return alerts.filter((alert) => alert.resolvedAt === null).map((alert) => alert.key);
  };

  it("begin when no worker was seen for a minute, and end when one is back", async () => {
    expect(await isOn()).toEqual(["worker"]);
    await beat(5);
    expect(await isOn()).toEqual([]);
  });

  it("report a worker that was killed while others run", async () => {
    await beat(5);
    await beat(120);
    expect(await isOn()).toEqual(["worker_killed"]);
    expect(await listWorkers(db())).toMatchObject([{ isAlive: true }, { isAlive: false }]);
  });

  it("name a worker whose clock is wrong until it is right again", async () => {
    await beat(5);
    await db().$executeRaw`UPDATE worker_heartbeats SET clock_offset_ms = -600000`;
    expect(await isOn()).toEqual(["clock"]);
    expect(await listWorkers(db())).toMatchObject([
      { isAlive: true, clockProblem: "its clock is 600 s behind the database's" },
    ]);
    await db().$executeRaw`UPDATE worker_heartbeats SET clock_offset_ms = 4000`;
    expect(await isOn()).toEqual([]);
  });

  it("leave out a worker that died long ago", async () => {
    await beat(5);
    await beat(3_600);
    expect(await isOn()).toEqual([]);
  });
});

describe("the alert about mails", () => {
  const made = { kind: "order-confirmed", recipient: "buyer@example.com", props: {} };
  const mail = (state: "queued" | "failed", minutesAgo: number, error: string | null = "timeout") => {
    const createdAt = new Date(Date.now() - minutesAgo * 60_000);
    return db().emailLog.create({ data: { ...made, key: newId(), state, error, createdAt } });
  };
  const message = async () => {
    await checkMails(db());
    const alerts = await listAlerts(db(), { limit: 10 });
    return alerts.find((alert) => alert.key === "mail" && alert.resolvedAt === null)?.message ?? null;
  };

  it("counts failed and waiting mails, and ends when there are none", async () => {
    await mail("queued", 1, null);
    await mail("failed", 60, "account_deleted");
    await mail("failed", 2_000);
    expect(await message()).toBeNull();
    await mail("failed", 60);
    await mail("queued", 20);
    expect(await message()).toMatch(
      /1 failed in the last day, 1 has waited for more than 15 minutes.*timeout/,
    );
    await db().emailLog.updateMany({ data: { state: "sent" } });
    expect(await message()).toBeNull();
  });
});
