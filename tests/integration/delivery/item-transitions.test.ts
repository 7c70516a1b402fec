import { expect, it } from "vitest";
import { ItemState } from "@/lib/db/generated/enums";
import { canItemBecome } from "@/lib/delivery/item-status";
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

it("a statement that takes an item out of its end is refused, and one that leaves its state is not", async () => {
  const { db } = database.current;
  const { item } = await paidOrderFactory(db);
  await db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "canceled" } });
  await db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "canceled", reason: "dispute" } });
  await expect(
    db.fulfillmentItem.update({ where: { id: item.id }, data: { state: "ready" } }),
  ).rejects.toThrow();
});
