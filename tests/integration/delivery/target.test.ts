import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { hour, minute } from "@/lib/base/time/time";
import { cancelUnfunded, giveUpPaused } from "@/lib/delivery/cancel/cancel-due";
import { lookupProfile } from "@/lib/delivery/social/lookup-profile";
import { pauseOrder } from "@/lib/delivery/submit/check-target";
import { fixTarget } from "@/lib/delivery/submit/fix-target";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { codeOf } from "../../support/database";
import { useDeliveries } from "../../support/deliveries";
import { blockFactory, paidOrderFactory } from "../../support/factories";
import { holdRows } from "../../support/holding";
import { renderStored } from "../../support/mail";
import { useSocial } from "../../support/social";
import { likesOf } from "../../support/submitting";
import { testSecret } from "../../support/test-env";

const { database, db, panel, submit, findItem, findOrder, jobs, sweep } = useDeliveries("social_cache");
const social = useSocial(database);

const send = (itemId: string) => submit(itemId, { social: social.process().provider });

const fix = (token: string, username?: string) =>
  fixTarget({ db: db(), provider: social.process().provider, now: new Date() }, { token, username });

/** Holds what every change of an order's items locks first. */
const holdSummary = (orderId: string) =>
  holdRows(database.current, "SELECT FROM order_fulfillment WHERE order_id = $1 FOR UPDATE", [orderId]);

const mails = () => db().emailLog.findMany({ where: { kind: "target-unreachable" } });

describe("a target that is checked before its item is sent", () => {
  /** Stores an answer about the profile as it was fetched that long ago; it is no longer fresh. */
  const cache = (value: { exists: boolean; is_private?: boolean; username?: string }, ageMs: number) => {
    const at = new Date(Date.now() - ageMs);
    const answer = { key: "profile:instagram:warmcrumbs", value, fetchedAt: at, freshUntil: at };
    return db().socialCache.create({ data: answer });
  };

  it("gets its item when its profile is public", async () => {
    const { item } = await paidOrderFactory(db(), { username: "warmcrumbs" });
    await send(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(await social.calls()).toHaveLength(1);
  });

  it("is not looked up again when it was seen in public minutes ago", async () => {
    const { item } = await paidOrderFactory(db(), { username: "warmcrumbs" });
    await cache({ exists: true, is_private: false }, 5 * minute);
    await send(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
    expect(await social.calls()).toEqual([]);
  });

  it.each([
    ["demo_private", "target_private"],
    ["no_such_account_at_all", "target_missing"],
  ])("(%s) pauses what is ready of the order, with one mail", async (username, reason) => {
    const { order, items } = await paidOrderFactory(db(), { ...likesOf(10, 10, 10), username });
    await Promise.all(items.map((item) => send(item.id)));
    const after = await Promise.all(items.map((item) => findItem(item.id)));
    expect(after).toMatchObject(items.map(() => ({ state: "paused", reason, attempt: 0 })));
    const hours = after.map(({ pausedUntil }) => ((pausedUntil?.getTime() ?? 0) - Date.now()) / 3_600_000);
    expect(hours.map(Math.round)).toEqual(items.map(() => 72));
    expect(await mails()).toMatchObject([{ orderId: order.id, recipient: order.email }]);
    expect((await panel.view()).addCalls).toBe(0);
    const view = await findOrderView(db(), order.token);
    expect(view?.items[0]).toMatchObject({ progress: "paused", fix: { reason } });
  });

  it("that is no account's name, because the account was deleted, gets nothing", async () => {
    const { order, item } = await paidOrderFactory(db());
    await db().order.update({ where: { id: order.id }, data: { username: "" } });
    await send(item.id);
    expect(await findItem(item.id)).toMatchObject({ state: "paused", reason: "target_missing" });
    expect((await panel.view()).addCalls).toBe(0);
  });

  it("that is a reel is called a reel in the mail", async () => {
    const posts = [{ postId: "demo_private_reel", quantity: 10 }];
    const options = { service: "views", quantity: 10, username: "demo_private", posts } as const;
    const { order, item } = await paidOrderFactory(db(), options);
    await db().order.update({
      where: { id: order.id },
      data: { selectedPosts: posts.map((post) => ({ ...post, kind: "reel", postUrl: item.link })) },
    });
    await send(item.id);
    const [mail] = await mails();
    const shop = { name: "Groundswell", supportEmail: "help@shop.example", origin: "https://shop.example" };
    const context = { db: db(), shop, secret: testSecret, orderId: order.id };
    const { subject, text } = await renderStored("target-unreachable", context, mail?.props);
    expect(subject).toBe("Your order is paused: we can't reach your reel");
    expect(text).toContain("can't reach your reel");
    // As on the order's page: the profile is what was looked up.
    expect(text.replaceAll("\n", " ")).toContain("Make the account public again under the same name");
    // A mail that was queued before the upgrade has a target, too.
    const older = { itemId: item.id, fixBy: new Date().toISOString() };
    expect((await renderStored("target-unreachable", context, older)).subject).toContain("your post");
  });

  it.each(["429", "402", "500", "badjson"] as const)(
    "gets its item unchecked when the social data provider fails (%s)",
    async (fault) => {
      const { item } = await paidOrderFactory(db(), { username: "demo_private" });
      await social.faults(fault, fault, fault, fault);
      await send(item.id);
      expect((await findItem(item.id)).state).toBe("submitted");
    },
  );

  it("is not paused for an hour-old answer when there is no fresh one", async () => {
    const { item } = await paidOrderFactory(db(), { username: "warmcrumbs" });
    await cache({ exists: false, username: "warmcrumbs" }, hour);
    await social.faults("500", "500", "500", "500");
    await send(item.id);
    expect((await findItem(item.id)).state).toBe("submitted");
  });
});

describe("a paused order", () => {
  async function pausedFollowers(username = "no_such_account_at_all") {
    const paused = await paidOrderFactory(db(), { username });
    await send(paused.item.id);
    expect((await findItem(paused.item.id)).state).toBe("paused");
    return paused;
  }

  it("goes to the new username once that is public, in that target's queue, and is sent once", async () => {
    const { order, item } = await pausedFollowers();
    await fix(order.token, "@Warmcrumbs");
    expect(await findItem(item.id)).toMatchObject({
      state: "ready",
      link: "https://www.instagram.com/warmcrumbs/",
      targetKey: "instagram:followers:https://www.instagram.com/warmcrumbs/",
      pausedUntil: null,
    });
    expect(await findOrder(order.id)).toMatchObject({
      username: "warmcrumbs",
      postUrl: "https://www.instagram.com/warmcrumbs/",
    });
    await send(item.id);
    const links = Object.values((await panel.view()).orders).map((bought) => bought.link);
    expect(links).toEqual(["https://www.instagram.com/warmcrumbs/"]);
  });

  it("waits behind the item that holds its new target", async () => {
    const first = await paidOrderFactory(db(), { username: "warmcrumbs" });
    const { order, item } = await pausedFollowers();
    await fix(order.token, "warmcrumbs");
    expect((await findItem(item.id)).state).toBe("waiting");
    expect((await findItem(first.item.id)).state).toBe("ready");
    expect((await findOrderView(db(), order.token))?.items[0]?.place).toBe(2);
  });

  it.each([
    ["demo_private", "profile_private"],
    ["still_no_such_account", "profile_not_found"],
    ["not a name", "invalid_username"],
  ])("stays paused for %s", async (username, code) => {
    const { order, item } = await pausedFollowers();
    await expect(fix(order.token, username)).rejects.toMatchObject({ code });
    expect((await findItem(item.id)).state).toBe("paused");
  });

  it("keeps its username once a part of it may have been bought", async () => {
    const { order, item } = await pausedFollowers();
    const { id: _, ...paused } = await findItem(item.id);
    const sibling = { ...paused, position: 2, state: "completed", providerOrderId: "77" } as const;
    await db().fulfillmentItem.create({ data: sibling });
    expect(await codeOf(fix(order.token, "warmcrumbs"))).toBe("conflict");
    expect((await findItem(item.id)).state).toBe("paused");
    expect(await findOrder(order.id)).toMatchObject({
      username: order.username,
    });
    // The same account under a new name: the emulator's id of it is stored with the order.
    const found = await lookupProfile(social.process(), "instagram", "warmcrumbs");
    const accountId = found.exists ? found.account_id : null;
    expect(accountId).not.toBeNull();
    await db().order.update({ where: { id: order.id }, data: { profile: { accountId } } });
    await fix(order.token, "warmcrumbs");
    expect((await findItem(item.id)).state).toBe("ready");
  });

  it("forgets the counts of the old name", async () => {
    const { order, item } = await pausedFollowers();
    const before = { itemId: item.id, moment: "before", count: 90_000, source: "order", takenAt: new Date() };
    await db().targetCount.create({ data: { id: newId(), ...before } });
    await fix(order.token, "warmcrumbs");
    expect(await db().targetCount.count({ where: { itemId: item.id } })).toBe(0);
  });

  it("does not go to a profile on the block list", async () => {
    const { order, item } = await pausedFollowers();
    await blockFactory(db(), "target", "instagram:warmcrumbs");
    expect(await codeOf(fix(order.token, "@Warmcrumbs"))).toBe("blocked");
    expect((await findItem(item.id)).state).toBe("paused");
    await db().block.deleteMany();
    await fix(order.token, "warmcrumbs");
    expect((await findItem(item.id)).state).toBe("ready");
  });

  it("of likes continues with its posts, and takes no other username", async () => {
    const { order, item } = await paidOrderFactory(db(), { ...likesOf(10), username: "demo_private" });
    await send(item.id);
    expect(await codeOf(fix(order.token, "warmcrumbs"))).toBe("profile_private");
    // Makes the account public, which for the emulator means another name.
    await db().order.update({ where: { id: order.id }, data: { username: "warmcrumbs" } });
    await fix(order.token);
    expect(await findItem(item.id)).toMatchObject({ state: "ready", link: item.link });
  });

  it("continues once, however often the button is pressed", async () => {
    const { order, item } = await pausedFollowers();
    await Promise.all([1, 2, 3].map(() => fix(order.token, "warmcrumbs")));
    await fix(order.token, "lucarows");
    expect(await findOrder(order.id)).toMatchObject({
      username: "warmcrumbs",
    });
    const resumed = await db().orderEvent.count({ where: { itemId: item.id, from: "paused" } });
    expect(resumed).toBe(1);
  });

  it("that is fixed just before it is given up continues", async () => {
    const { order, item } = await pausedFollowers();
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { pausedUntil: new Date() } });
    const held = await holdSummary(order.id);
    const fixing = fix(order.token, "warmcrumbs");
    await held.waiting(1);
    const givingUp = giveUpPaused(db());
    await held.waiting(2);
    await held.release();
    await Promise.all([fixing, givingUp]);
    expect((await findItem(item.id)).state).toBe("ready");
  });

  it("that is not fixed in time is canceled and refunded", async () => {
    const { order, item } = await pausedFollowers();
    expect((await sweep()).givenUp).toBe(0);
    await db().fulfillmentItem.update({ where: { id: item.id }, data: { pausedUntil: new Date() } });
    expect((await sweep()).givenUp).toBe(1);
    expect(await findItem(item.id)).toMatchObject({ state: "canceled", reason: "target_not_fixed" });
    expect(await findOrder(order.id)).toMatchObject({ status: "failed" });
    expect(await jobs()).toContain(`refund-undelivered:${order.id}`);
    await expect(fix(order.token, "warmcrumbs")).resolves.toBeUndefined();
  });
});

describe("a post that was paused later than another one of its order", () => {
  it("keeps the time that its own mail names", async () => {
    const { order } = await paidOrderFactory(db(), likesOf(100, 200));
    await pauseOrder(db(), order.id, "target_private");
    const [first, later] = await db().fulfillmentItem.findMany({
      where: { orderId: order.id },
      orderBy: { position: "asc" },
    });
    await db().fulfillmentItem.update({ where: { id: first?.id }, data: { pausedUntil: new Date() } });
    expect((await sweep()).givenUp).toBe(1);
    expect((await findItem(first?.id ?? "")).state).toBe("canceled");
    expect(await findItem(later?.id ?? "")).toMatchObject({
      state: "paused",
      pausedUntil: later?.pausedUntil,
    });
    expect((await sweep()).givenUp).toBe(0);
  });
});

describe("a disputed order", () => {
  it("whose dispute is won just before its items are canceled continues", async () => {
    const { order, item } = await paidOrderFactory(db(), { data: { paymentStatus: "disputed" } });
    const held = await holdSummary(order.id);
    const canceling = cancelUnfunded(db());
    await held.waiting(1);
    await db().order.update({ where: { id: order.id }, data: { paymentStatus: "paid" } });
    await held.release();
    await canceling;
    expect((await findItem(item.id)).state).toBe("ready");
  });
});
