import { describe, expect, it } from "vitest";
import { ItemState } from "@/lib/base/db/generated/enums";
import { statesIn } from "@/lib/base/db/item-status";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import { useDatabase } from "../../support/database";
import { createItems, orderFactory, paidOrderFactory } from "../../support/factories";
import { canItemBecome } from "../../support/item-transitions";
import { jobKeys, likesOf, useEmptyOrders } from "../../support/submitting";

const { database, db } = useDatabase();

useEmptyOrders(database);

describe("the items of a settled order", () => {
  it("are one ready item for followers, with its submit job and an empty delivery summary", async () => {
    const { order, items } = await paidOrderFactory(db(), { quantity: 600 });
    expect(items).toMatchObject([
      { state: "ready", quantity: 600, link: order.postUrl, position: 0, attempt: 0 },
    ]);
    expect(await jobKeys(database.current)).toEqual([`submit:${items[0]?.id}`]);
    expect(await db().orderFulfillment.findUnique({ where: { orderId: order.id } })).toMatchObject({
      delivered: 0,
      remains: 600,
      deliveryProgress: 0,
    });
  });

  it("are one item a post for likes, all of them ready at once", async () => {
    const likes = likesOf(60, 40);
    const { items } = await paidOrderFactory(db(), likes);
    expect(items).toMatchObject((likes.posts ?? []).map((post) => ({ ...post, state: "ready" })));
    expect(await jobKeys(database.current)).toHaveLength(2);
  });

  it("are rolled back with the transaction that makes them", async () => {
    const order = await orderFactory(db());
    const settling = db().$transaction(async (tx) => {
      await createItems(tx, order);
      throw new Error("the card was declined after all");
    });
    await expect(settling).rejects.toThrow("declined");
    expect(await db().fulfillmentItem.count()).toBe(0);
    expect(await jobKeys(database.current)).toEqual([]);
  });

  it("of thirty orders for one target, settled at once, are in line behind one", async () => {
    await Promise.all(Array.from({ length: 30 }, () => paidOrderFactory(db(), { username: "harbor" })));
    expect(await db().fulfillmentItem.count({ where: { state: "ready" } })).toBe(1);
    expect(await db().fulfillmentItem.count({ where: { state: "waiting" } })).toBe(29);
    expect(await jobKeys(database.current)).toHaveLength(1);
  });

  it("of orders for the same posts in opposite order are all settled", async () => {
    const likes = likesOf(...Array(20).fill(5));
    const reversed = { ...likes, posts: likes.posts?.toReversed() ?? [] };
    const orders = Array.from({ length: 16 }, (_, nth) => paidOrderFactory(db(), nth % 2 ? likes : reversed));
    await Promise.all(orders);
    expect(await db().fulfillmentItem.count({ where: { state: "ready" } })).toBe(20);
  });

  it("become ready in the order in which they came, once the target is free", async () => {
    const first = await paidOrderFactory(db(), { username: "harbor" });
    const second = await paidOrderFactory(db(), { username: "harbor" });
    const third = await paidOrderFactory(db(), { username: "harbor" });
    await db().fulfillmentItem.update({ where: { id: first.item.id }, data: { state: "canceled" } });
    const promote = () => db().$transaction((tx) => promoteWaiting(tx, [first.item.targetKey]));
    expect(await Promise.all([promote(), promote(), promote()])).toEqual(expect.arrayContaining([1, 0, 0]));
    const stateOf = async (id: string) =>
      (await db().fulfillmentItem.findUniqueOrThrow({ where: { id } })).state;
    expect(await stateOf(second.item.id)).toBe("ready");
    expect(await stateOf(third.item.id)).toBe("waiting");
  });
});

it("the database allows an item the same transitions as the table", async () => {
  const states = Object.values(ItemState);
  const rows = await db().$queryRaw<{ pair: string }[]>`
    SELECT before || ' ' || after AS pair FROM unnest(enum_range(NULL::item_state)) AS before,
      unnest(enum_range(NULL::item_state)) AS after WHERE item_may_become(before, after)`;
  const allowed = states.flatMap((from) =>
    states.filter((to) => canItemBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(rows.map(({ pair }) => pair).sort()).toEqual(allowed.sort());
});

it("a statement can't take an item out of a final state; one that keeps the state is allowed", async () => {
  const { item } = await paidOrderFactory(db());
  await db().fulfillmentItem.update({ where: { id: item.id }, data: { state: "canceled" } });
  await db().fulfillmentItem.update({
    where: { id: item.id },
    data: { state: "canceled", reason: "dispute" },
  });
  await expect(
    db().fulfillmentItem.update({ where: { id: item.id }, data: { state: "ready" } }),
  ).rejects.toThrow();
});

it("the index that allows one item a target covers the states that occupy a target", async () => {
  const [index] = await db().$queryRaw<{ text: string }[]>`
    SELECT pg_get_indexdef('fulfillment_items_one_a_target'::regclass) AS text`;
  const states = [...(index?.text ?? "").matchAll(/'(\w+)'::item_state/g)].map(([, state]) => state);
  expect(states.sort()).toEqual(statesIn("holdsTarget").sort());
});
