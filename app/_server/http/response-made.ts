import type { ServerResponse } from "node:http";
import { second } from "@/lib/base/time/time";
import { concurrencyLimit } from "../concurrency";

/**
 * A page or form that takes longer releases its place: by then it is waiting for another server (a payment, a lookup),
 * not for the processor.
 */
const longestTurnMs = 5 * second;
const longestTurnBesideOrdersMs = 100;

/**
 * Begins an answer, and resolves when it is made or its turn is over. While orders are being placed, answers begin one
 * at a time, so that a flood of pages and forms leaves an order the processor and a connection.
 */
export async function takeTurn(begin: () => void | Promise<void>, made: Promise<void>): Promise<void> {
  const isOrdering = !concurrencyLimit("orders").isIdle;
  const release = isOrdering ? await concurrencyLimit("besideOrders").acquire() : () => {};
  const turn = atMost(longestTurnMs, made);
  try {
    await begin();
    await atMost(longestTurnBesideOrdersMs, turn);
  } finally {
    release();
  }
  await turn;
}

/**
 * Resolves when the answer is complete, its reader has gone, or a file begins, which is limited on its own. Next waits
 * for a slow reader after each part; here a page's parts wait in memory, where the page's size limits them.
 */
export function responseMade(response: ServerResponse): Promise<void> {
  const { write, end } = response;
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write = (...given: unknown[]) => {
      const takesMore = Reflect.apply(write, response, given);
      if (isPage(response)) return true;
      resolve();
      return takesMore;
    };
    response.end = (...given: unknown[]) => {
      resolve();
      return Reflect.apply(end, response, given);
    };
  });
}

/** Resolves when `work` does, or after this time. */
export function atMost(ms: number, work: Promise<void>): Promise<void> {
  return Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, ms).unref())]);
}

/** A page, or its text for the page's script. */
function isPage(response: ServerResponse): boolean {
  return /^text\/(?:html|x-component)/.test(String(response.getHeader("content-type")));
}
