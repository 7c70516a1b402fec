import { createServer, type ServerResponse } from "node:http";
import { afterAll, expect, it } from "vitest";
import { pollItems } from "@/lib/delivery/progress/poll-items";
import { useDatabase } from "../../support/database";
import { paidOrderFactory } from "../../support/factories";
import { closeServer, listen } from "../../support/listen";
import { pointSuppliersAt, usePanel } from "../../support/panel";
import { submitting } from "../../support/submitting";
import { testSecret } from "../../support/test-env";

const database = useDatabase();
const db = () => database.current.db;
const panel = usePanel(database);
const { findItem, submit } = submitting(database);

/** The status calls that wait for their answer, in the order in which they came. */
const held: ServerResponse[] = [];
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => held.push(response));
});
afterAll(() => closeServer(server));

/** Begins a poll of all open items; resolves when the supplier has been asked, with the poll. */
async function beginPoll(): Promise<Promise<number>[]> {
  const before = held.length;
  await db().$executeRaw`UPDATE fulfillment_items SET next_check_at = now() WHERE next_check_at IS NOT NULL`;
  const provider = { secret: testSecret, timeoutMs: 10_000, reach: "local" as const };
  const polling = pollItems({ db: db(), provider, baseMs: 1_000, budgetMs: 1_000 });
  await expect.poll(() => held.length).toBe(before + 1);
  return [polling];
}

it("a report that was read before the item ended does not reopen the item", async () => {
  const { order, item } = await paidOrderFactory(db());
  await submit(item.id);
  expect((await panel.view()).accepted).toBe(1);
  const { providerOrderId } = await findItem(item.id);
  await pointSuppliersAt(database.current, `http://127.0.0.1:${await listen(server)}/api/v2`);

  const [slow] = await beginPoll();
  const [quick] = await beginPoll();
  const say = (nth: number, status: string, remains: string) =>
    held[nth]
      ?.setHeader("content-type", "application/json")
      .end(
        JSON.stringify({ [providerOrderId ?? ""]: { status, remains, charge: "0.09", start_count: "1" } }),
      );
  say(1, "Completed", "0");
  await quick;
  say(0, "In progress", "50");
  await slow;

  expect(await findItem(item.id)).toMatchObject({ state: "completed", remains: 0 });
  expect(await db().order.findUnique({ where: { id: order.id } })).toMatchObject({ status: "completed" });
  // An old report is nothing unusual: the statement leaves the item out, so the trigger of transitions refuses nothing.
  expect(await db().setAsideEntry.findMany()).toEqual([]);
});
