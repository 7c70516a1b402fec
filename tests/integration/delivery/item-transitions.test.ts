import { expect, it } from "vitest";
import { ItemState } from "@/lib/db/generated/enums";
import { canItemBecome, statesIn } from "@/lib/delivery/item-status";
import { useDatabase } from "../../support/database";
import { paidOrderFactory } from "../../support/factories";

const database = useDatabase();

it("the database allows an item the same transitions as the table", async () => {
  const states = Object.values(ItemState);
  const rows = await database.current.db.$queryRaw<{ pair: string }[]>`
    SELECT before || ' ' || after AS pair FROM unnest(enum_range(NULL::item_state)) AS before,
      unnest(enum_range(NULL::item_state)) AS after WHERE item_may_become(before, after)`;
  const allowed = states.flatMap((from) =>
    states.filter((to) => canItemBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(rows.map(({ pair }) => pair).sort()).toEqual(allowed.sort());
});

it("a statement that takes an item out of a final state is refused, and one that keeps the state is not", async () => {
  const { db } = database.current;
  const { item } = await paidOrderFactory(db);
  await db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "canceled" } });
  await db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "canceled", reason: "dispute" } });
  await expect(
    db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "ready" } }),
  ).rejects.toThrow();
});

it("the index that allows one item a target covers the states that occupy a target", async () => {
  const [index] = await database.current.db.$queryRaw<{ text: string }[]>`
    SELECT pg_get_indexdef('fulfillment_items_one_a_target'::regclass) AS text`;
  const states = [...(index?.text ?? "").matchAll(/'(\w+)'::item_state/g)].map(([, state]) => state);
  expect(states.sort()).toEqual(statesIn("holdsTarget").sort());
});
