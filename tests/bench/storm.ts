import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { control } from "../support/control";
import { compareProbes, probeDuring } from "./probing";

const events = 3_000;
const stormSeconds = 10;
const idleSeconds = 15;

type Urls = { shop: string; stripe: string };

/**
 * Measures a flood of webhooks: the p95 of pages and of create-order while 3,000 abandoned payment pages expire within
 * ten seconds, as a multiple of the same without load, and every server error. Returns the rows of a table.
 */
export async function measureStorm(
  urls: Urls,
  database: pg.Client,
  placeOrder: () => Promise<unknown>,
): Promise<Record<string, object>> {
  console.log(`Placing ${events} orders that are never paid …`);
  await inParallel(events, placeOrder);
  const shown = (await (await fetch(`${urls.stripe}/_control`)).json()) as {
    sessions: { id: string; status: string }[];
  };
  const sessions = shown.sessions.filter(({ status }) => status === "open");
  const idle = await probeDuring(urls.shop, () => wait(idleSeconds * 1_000));
  let stormMs = 0;
  const storm = await probeDuring(urls.shop, async () => {
    const start = performance.now();
    await expirePaced(urls.stripe, sessions.slice(0, events));
    await untilThere(database, "SELECT FROM stripe_events");
    stormMs = performance.now() - start;
  });
  const handledStart = performance.now();
  await untilThere(database, "SELECT FROM stripe_events WHERE outcome IS NOT NULL");
  console.log(
    `${events} events were stored ${(stormMs / 1000).toFixed(1)} s after the first one was made, and handled ${((performance.now() - handledStart) / 1000).toFixed(1)} s later.`,
  );
  if (stormMs > stormSeconds * 1_500)
    console.log(`The machine was too busy for a storm of ${stormSeconds} s: the ratios are of a slower one.`);
  return compareProbes(idle, storm);
}

async function expirePaced(stripe: string, sessions: { id: string }[]): Promise<void> {
  const rounds = stormSeconds * 10;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    const share = sessions.slice(
      (round * sessions.length) / rounds,
      ((round + 1) * sessions.length) / rounds,
    );
    await inParallel(share.length, async () => {
      const { id } = share.pop() ?? { id: "" };
      await control(`${stripe}/_control/expire/${id}`);
    });
    await wait(start + (round + 1) * 100 - performance.now());
  }
}

/** Waits until the query finds all events. */
async function untilThere(database: pg.Client, query: string): Promise<void> {
  while (((await database.query(query)).rowCount ?? 0) < events) await wait(200);
}

/** Does the work `count` times, eight at a time. */
async function inParallel(count: number, work: () => Promise<unknown>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (left-- > 0) await work();
    }),
  );
}
