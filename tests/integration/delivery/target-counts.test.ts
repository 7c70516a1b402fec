import { describe, expect, it } from "vitest";
import { day, hour, minute } from "@/lib/base/time/time";
import { countSamples } from "@/lib/delivery/counts/count-samples";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { readCounters } from "@/lib/delivery/counts/read-counters";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import type { ProviderDeps } from "@/lib/delivery/social/social-deps";
import { readClockAhead } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { paidOrderFactory, setItems } from "../../support/factories";
import { useSocial } from "../../support/social";

const { database, db, panel, sentOrder, completedOrder, nextDay, poll, eventsOf, jobs, ...at } =
  useDeliveries();
const { submit, findItem } = at;
const social = useSocial(database);

const deps = (): ProviderDeps => ({ ...social.process(), now: new Date() });

const count = (orderId: string) => countTargets(db(), deps(), orderId);

/** A post of an account, as the provider lists it. */
async function postOf(place: number) {
  const asked = { kind: "all", count: 20, postsCount: null } as const;
  const post = (await social.process().provider.listPosts("instagram", "demo_many", asked))[place];
  if (!post) throw new Error("the account has posts");
  return post;
}

/** Moves a follower counter of the social emulator. */
const gain = (name: string, units: number) =>
  social.control("", { gains: { [`instagram followers ${name}`]: units } });

const letHoursPass = (hours: number) => db().$executeRaw`
  WITH items AS (UPDATE fulfillment_items SET finished_at = finished_at - ${hours}::int * interval '1 hour',
    leased_at = leased_at - ${hours}::int * interval '1 hour'), refills AS (
    UPDATE refills SET created_at = created_at - ${hours}::int * interval '1 hour',
      updated_at = updated_at - ${hours}::int * interval '1 hour')
  UPDATE target_counts SET taken_at = taken_at - ${hours}::int * interval '1 hour'`;

const ago = (ms: number) => new Date(Date.now() - ms);
const keep = (itemId: string, moment: string, count: number, takenAt: Date) =>
  db().targetCount.create({ data: { itemId, moment, count, source: "test", takenAt } });

describe("the counts of a target", () => {
  const countsOf = (itemId: string) =>
    db().targetCount.findMany({ where: { itemId }, orderBy: [{ takenAt: "asc" }, { moment: "desc" }] });

  it("are taken before and after a delivery, from another source than the supplier", async () => {
    const { order, item } = await sentOrder({ username: "demo_many", quantity: 100 });
    expect(await jobs("count-targets")).toEqual([]);
    await poll();
    expect(await jobs("count-targets")).toEqual([`count:${order.id}`]);
    expect(await count(order.id)).toBe(1);
    expect(await count(order.id)).toBe(0);
    const [before] = await countsOf(item.id);
    expect(before).toMatchObject({ moment: "before", source: "scrapecreators" });
    await gain("demo_many", 100);
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    await count(order.id);
    expect(await countsOf(item.id)).toMatchObject([
      { moment: "before" },
      { moment: "after", count: (before?.count ?? 0) + 100 },
    ]);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
  });

  it("before the delivery come from the check of the profile, even if they are stored much later", async () => {
    await lookupProfile(deps(), "instagram", "demo_many");
    const { order, item } = await completedOrder(panel, { username: "demo_many" });
    await gain("demo_many", 100);
    await count(order.id);
    const counts = await countsOf(item.id);
    expect(counts.map(({ moment }) => moment)).toEqual(["before", "after"]);
    expect((counts[1]?.count ?? 0) - (counts[0]?.count ?? 0)).toBe(100);
  });

  it("before the delivery come from that check, even where a process reads the database's clock 3 s ahead", async () => {
    await readClockAhead(database.current);
    const { order, item } = await paidOrderFactory(db(), { username: "demo_many", quantity: 100 });
    await submit(item.id, { social: social.process().provider });
    await panel.setOrder((await findItem(item.id)).providerOrderId, { status: "In progress" });
    await poll();
    await gain("demo_many", 50);
    expect(await count(order.id)).toBe(1);
    const found = await lookupProfile(deps(), "instagram", "demo_many");
    expect(await countsOf(item.id)).toMatchObject([
      { moment: "before", source: "scrapecreators", count: found.exists && found.followers_count },
    ]);
  });

  it("are not taken for the start once the supplier has not said for minutes whether it has begun", async () => {
    const { order, item } = await sentOrder({ username: "demo_many", quantity: 100 });
    await poll();
    await setItems(db(), { orderId: order.id }, { lastCheckedAt: ago(3 * minute) });
    await gain("demo_many", 100);
    expect(await count(order.id)).toBe(0);
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    await count(order.id);
    expect(await countsOf(item.id)).toEqual([]);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
  });

  it("report a drop beyond the tolerance once, however often it is counted", async () => {
    const { order, item } = await sentOrder({ username: "lupine.trails", quantity: 100 });
    await count(order.id);
    await gain("lupine.trails", 100);
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    await count(order.id);
    await gain("lupine.trails", 96);
    await nextDay();
    await count(order.id);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
    await gain("lupine.trails", 60);
    for (let passed = 0; passed < 2; passed++) {
      await nextDay();
      expect(await count(order.id)).toBe(1);
    }
    expect(await eventsOf(order.id, "item.dropped")).toMatchObject([
      { itemId: item.id, data: { missing: 40, moment: "check" } },
    ]);
  });

  it("are planned after each refill, also one that was completed long after the promised days", async () => {
    const { order, item } = await completedOrder(panel, { username: "demo_many", quantity: 100 });
    await setItems(db(), { id: item.id }, { finishedAt: ago(8 * day), leasedAt: ago(9 * day) });
    await db().order.update({ where: { id: order.id }, data: { paidAt: ago(40 * day) } });
    await keep(item.id, "before", 1_000_000, ago(9 * day));
    await count(order.id);
    expect((await findItem(item.id)).nextCheckAt).toBeNull();
    await db().refill.create({ data: { itemId: item.id, state: "completed", updatedAt: ago(hour) } });
    await db().targetCount.updateMany({ where: { moment: "after" }, data: { takenAt: ago(2 * hour) } });
    await count(order.id);
    expect((await findItem(item.id)).nextCheckAt).toEqual(expect.any(Date));
  });

  it("are planned for the last day too, when the supplier was asked minutes after a look", async () => {
    const { order, item } = await completedOrder(panel, { username: "demo_many", quantity: 100 });
    await setItems(db(), { id: item.id }, { finishedAt: ago(4 * day + hour), leasedAt: ago(5 * day) });
    await keep(item.id, "before", 1_000_000, ago(5 * day));
    await count(order.id);
    await setItems(db(), { id: item.id }, { nextCheckAt: ago(minute) });
    expect(await recheckEnded({ db: db(), provider: at.provider })).toBe(1);
    expect(await count(order.id)).toBe(0);
    const { nextCheckAt } = await findItem(item.id);
    expect(nextCheckAt?.getTime()).toBeGreaterThan(Date.now());
    expect(nextCheckAt?.getTime()).toBeLessThan(Date.now() + 23 * hour);
  });

  it("taken while a later delivery added to the counter set no lower level for a refill", async () => {
    const username = "lupine.trails";
    const { order, item } = await completedOrder(panel, { username, quantity: 100 });
    const { item: other } = await completedOrder(panel, { username, quantity: 100 });
    await setItems(db(), { id: item.id }, { leasedAt: ago(10 * hour), finishedAt: ago(8 * hour) });
    await setItems(db(), { id: other.id }, { leasedAt: ago(6 * hour), finishedAt: ago(4 * hour) });
    const asked = { ...order, accountId: null };
    const shown = (await readCounters(deps(), asked))?.(null).lowest ?? 0;
    // The later delivery began with all of this one's units; what is shown now lacks 40 of them.
    await keep(item.id, "before", shown - 60, ago(10 * hour));
    await keep(other.id, "before", shown + 40, ago(6 * hour));
    await keep(item.id, "after", shown - 110, ago(5 * hour));
    const times = { createdAt: ago(4.9 * hour), updatedAt: ago(3 * hour) };
    await db().refill.create({ data: { itemId: item.id, state: "completed", ...times } });
    await count(order.id);
    await letHoursPass(10);
    await count(order.id);
    expect(await eventsOf(order.id, "item.dropped")).toMatchObject([{ data: { missing: 40 } }]);
  });

  it("of a large account report no loss that it may have had anyway", async () => {
    const { order, item } = await sentOrder({ username: "demo_many", quantity: 1_000 });
    await count(order.id);
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    for (const [there, events] of [
      [560, 0],
      [559, 1],
    ] as const) {
      // The account has 88,000 followers.
      await gain("demo_many", there);
      for (let looks = 0; looks < 2; looks++) {
        await nextDay();
        expect(await count(order.id)).toBe(1);
      }
      expect(await eventsOf(order.id, "item.dropped")).toHaveLength(events);
    }
  });

  it("are unknown when another account has the name by now, whether they are read or cached", async () => {
    const { order, item } = await sentOrder({ username: "demo_many", quantity: 100 });
    await db().order.update({ where: { id: order.id }, data: { profile: { accountId: "77" } } });
    await lookupProfile({ ...deps(), now: new Date(Date.now() - minute) }, "instagram", "demo_many");
    expect(await count(order.id)).toBe(0);
    await social.control("", { accounts: { "instagram demo_many": "77" } });
    expect(await count(order.id)).toBe(1);
    expect(await countsOf(item.id)).toMatchObject([{ moment: "before", source: "scrapecreators" }]);
  });

  it("of posts are their likes, requested once for all posts of an order", async () => {
    const [one, two] = [await postOf(0), await postOf(1)];
    const posts = [one, two].map(({ id }) => ({ postId: id, quantity: 50 }));
    const { order } = await sentOrder({ service: "likes", username: "demo_many", quantity: 100, posts });
    await db().fulfillmentItem.updateMany({
      data: { state: "submitted", leasedAt: new Date(), submittedAt: new Date() },
    });
    const callsBefore = (await social.calls()).length;
    expect(await count(order.id)).toBe(2);
    // A list of 20 posts is two pages, so two calls.
    expect((await social.calls()).length - callsBefore).toBe(2);
    expect(await db().targetCount.findMany({ orderBy: { count: "asc" } })).toMatchObject(
      [one, two]
        .map(({ likes }) => ({ count: likes?.lowest }))
        .toSorted((a, b) => (a.count ?? 0) - (b.count ?? 0)),
    );
  });

  it("of posts whose owner hides them are unknown, and no loss", async () => {
    const one = await postOf(0);
    const posts = [{ postId: one.id, quantity: 100 }];
    const likes = { service: "likes", username: "demo_many", quantity: 100, posts } as const;
    const { order, item } = await sentOrder(likes);
    await count(order.id);
    await social.control("", { hidden: [`instagram ${one.id}`] });
    await panel.setOrder(item.providerOrderId, { status: "Completed" });
    await poll();
    expect(await count(order.id)).toBe(1);
    expect(await countsOf(item.id)).toMatchObject([
      { moment: "before", count: one.likes?.lowest },
      { moment: "after", lowest: 0, highest: 2_147_483_647, unitsThere: null, unitsMissing: 0 },
    ]);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
  });

  it("that the source doesn't give fail the job, which is tried again, and no count is stored in part", async () => {
    const { order } = await sentOrder({ username: "demo_many" });
    await social.faults("500", "500");
    await expect(count(order.id)).rejects.toThrow();
    expect(await db().targetCount.count()).toBe(0);
    await social.faults();
    expect(await count(order.id)).toBe(1);
  });
});

describe("an item that its supplier canceled without saying what remains", () => {
  /** 100 followers, of which `there` arrived before the supplier gave up; a first report said that it had begun. */
  async function canceled(there: number, report: object = { status: "Canceled", remains: "0" }) {
    const { order, item } = await sentOrder({ username: "lupine.trails", quantity: 100 });
    await count(order.id);
    await panel.setOrder(item.providerOrderId, { status: "In progress" });
    await poll();
    await gain("lupine.trails", there);
    await panel.setOrder(item.providerOrderId, { ...report, charge: "0.09" });
    await poll();
    return { order, itemId: item.id };
  }
  /** Two looks, the second at least seven hours after the first, both more than a day after the report. */
  async function lookTwice(orderId: string) {
    for (const hours of [26, 7]) {
      await letHoursPass(hours);
      await db()
        .$executeRaw`UPDATE fulfillment_items SET review_since = review_since - ${hours}::int * interval '1 hour'`;
      await count(orderId);
    }
  }

  it("stays open, and nothing is paid back, until two looks have shown what arrived", async () => {
    const { order, itemId } = await canceled(60);
    expect(await findItem(itemId)).toMatchObject({ state: "in_progress", reason: "canceled_without_count" });
    expect(await jobs("count-targets")).toEqual([`count:${order.id}`]);
    await count(order.id);
    expect((await findItem(itemId)).state).toBe("in_progress");
    await lookTwice(order.id);
    expect(await findItem(itemId)).toMatchObject({ state: "canceled", remains: 40, reviewSince: null });
    expect(await at.findOrder(order.id)).toMatchObject({ status: "partial", fulfillment: { delivered: 60 } });
    expect(await jobs("refund-undelivered")).toHaveLength(1);
  });

  it("is paid back in full when nothing has arrived a day later", async () => {
    const { order, itemId } = await canceled(0);
    await lookTwice(order.id);
    expect(await findItem(itemId)).toMatchObject({ state: "canceled", remains: 100 });
  });

  it.each([
    [60, { state: "partial", remains: 40 }],
    [100, { state: "completed", remains: 0 }],
  ])(
    "or completed although units are left, is what its counter shows: %i of 100",
    async (there, expected) => {
      const { order, itemId } = await canceled(there, { status: "Completed", remains: "25" });
      expect(await findItem(itemId)).toMatchObject({ state: "in_progress", reason: "completed_with_rest" });
      await lookTwice(order.id);
      expect(await findItem(itemId)).toMatchObject({ ...expected, reviewSince: null });
    },
  );

  it("is completed when all of it arrived", async () => {
    const { order, itemId } = await canceled(100);
    await lookTwice(order.id);
    expect(await findItem(itemId)).toMatchObject({ state: "completed", remains: 0 });
    expect((await at.findOrder(order.id)).status).toBe("completed");
  });

  it("stays an operator's while its counter is hidden", async () => {
    const { order, itemId } = await canceled(60);
    await social.control("", { accounts: { "instagram lupine.trails": "77" } });
    await db().order.update({ where: { id: order.id }, data: { profile: { accountId: "1" } } });
    await lookTwice(order.id);
    expect(await findItem(itemId)).toMatchObject({ state: "in_progress", reason: "canceled_without_count" });
    expect(await at.isInReview(itemId)).toBe(true);
  });
});

describe("the sample of the scorecard", () => {
  const due = async () => {
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    await countSamples(db());
    return jobs("count-targets");
  };

  it("has the counter of a running item read after each mark, until it has moved", async () => {
    const { order, item } = await sentOrder({ username: "demo_many", quantity: 100 });
    const taken = (ms: number) =>
      db().fulfillmentItem.update({
        where: { id: item.id },
        data: { submittedAt: ago(ms), leasedAt: ago(ms), lastCheckedAt: new Date() },
      });
    await taken(31 * minute);
    // Without a count from before, no comparison is possible.
    expect(await due()).toEqual([]);
    await count(order.id);
    await db().targetCount.updateMany({ data: { takenAt: ago(31 * minute) } });
    expect(await due()).toEqual([`count:${order.id}`]);
    await count(order.id);
    await count(order.id);
    expect(await db().targetCount.count({ where: { moment: "start" } })).toBe(1);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
    await taken(55 * minute);
    expect(await due()).toEqual([]);
    await taken(2 * day);
    expect(await due()).toEqual([]);
    await taken(61 * minute);
    expect(await due()).toEqual([`count:${order.id}`]);
    await db().targetCount.updateMany({ data: { takenAt: ago(30 * minute) } });
    await gain("demo_many", 10);
    await count(order.id);
    await db().targetCount.updateMany({ data: { takenAt: ago(30 * minute) } });
    // The counter has moved, so the sample does not need it again.
    expect(await due()).toEqual([]);
  });

  it("has the counter read once more 30 days after the end, without reporting a drop", async () => {
    const { order, item } = await completedOrder(panel, { username: "demo_many", quantity: 100 });
    await keep(item.id, "before", 1_000_000, ago(31 * day));
    const set = (ms: number) =>
      setItems(db(), { id: item.id }, { submittedAt: ago(ms + hour), finishedAt: ago(ms) });
    await set(30 * day - hour);
    expect(await due()).toEqual([]);
    await set(30 * day + 10 * minute);
    expect(await due()).toEqual([`count:${order.id}`]);
    expect(await count(order.id)).toBe(1);
    expect(await count(order.id)).toBe(0);
    expect(await db().targetCount.count({ where: { moment: "after" } })).toBe(1);
    expect(await eventsOf(order.id, "item.dropped")).toEqual([]);
  });

  it("has at most 20 items of a day at a supplier's service", async () => {
    const { item } = await sentOrder({ username: "demo_many", quantity: 100 });
    const { supplierId, supplierServiceId } = item;
    await setItems(db(), { id: item.id }, { submittedAt: ago(20 * day) });
    const submittedAt = ago(31 * minute);
    for (let made = 0; made < 22; made++) {
      const { item: other } = await paidOrderFactory(db(), { quantity: 100 });
      const taken = { state: "submitted", supplierId, supplierServiceId, submittedAt } as const;
      await setItems(db(), { id: other.id }, taken);
      await keep(other.id, "before", 5, submittedAt);
    }
    expect((await due()).length).toBe(20);
  });
});
