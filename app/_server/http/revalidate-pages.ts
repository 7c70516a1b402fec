import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { listenTo } from "@/lib/base/db/listen";
import { logger } from "@/lib/base/logger";
import { day, second } from "@/lib/base/time/time";
import { everyPage, type Revalidated, revalidationKey } from "./revalidation";

type Pages = {
  /** Empties the page cache. */
  forget(): void;
  /** Resolves when the pages being rendered now are done. */
  inFlight(): Promise<void>;
  /** Aborted when the process stops; a revalidation that fails after that is not an error. */
  stopping: AbortSignal;
};

const retryMs = second;
/** Longer than a read takes to fail when the database is unreachable. */
const longestMs = 60 * second;

/**
 * Marks every prerendered page as stale before the server listens. A build's pages show the first catalogue and the name
 * and address of the machine that built it; the first visitor must not see them. Next revalidates inside a request only,
 * so a temporary server on a random local port passes one request to `handle`. Throws when Next refuses.
 */
export async function revalidateBuiltPages(handle: RequestListener): Promise<void> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    const { port } = server.address() as AddressInfo;
    const answer = await askToRevalidate(`http://127.0.0.1:${port}`, [], AbortSignal.timeout(longestMs));
    if (!answer.ok) throw new Error(`the build's pages could not be revalidated: ${answer.status}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function askToRevalidate(ownOrigin: string, again: string[], signal: AbortSignal): Promise<Response> {
  const headers = { "x-revalidation-key": revalidationKey(), "content-type": "application/json" };
  const body = JSON.stringify({ again });
  return fetch(`${ownOrigin}/api/revalidate`, { method: "POST", headers, body, signal });
}

/**
 * Revalidates this process's prerendered pages whenever the catalogue or a setting changes, when a limited offer ends,
 * and at every connection to the database, because notifications of earlier changes were missed. Retries until the first
 * connection is made, and after a revalidation that failed. A change of one platform leaves the pages of the others.
 */
export async function revalidateOnChange(
  databaseUrl: string,
  ownOrigin: string,
  pages: Pages,
): Promise<void> {
  let ownChange: NodeJS.Timeout | undefined;
  // Parts that may have changed in an answer that was lost.
  let missed: string[] = [];
  /** Returns the parts that have changed. */
  const ask = async (again: string[]): Promise<string[]> => {
    try {
      const limit = AbortSignal.any([pages.stopping, AbortSignal.timeout(longestMs)]);
      const answer = await askToRevalidate(ownOrigin, [...again, ...missed], limit);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const { changed, changesInMs } = (await answer.json()) as Revalidated;
      changed.push(...missed);
      missed = [];
      if (again.length > 0 || changed.length > 0) pages.forget();
      waitForOwnChange(changesInMs);
      return changed;
    } catch (error) {
      if (!pages.stopping.aborted)
        logger.error({ err: String(error) }, "pages could not be revalidated; trying again");
      missed = [everyPage];
      pages.forget();
      waitForOwnChange(retryMs);
      return [];
    }
  };
  // Calls must not overlap: an earlier one could end last, and hold what it read before the change.
  let lastTurn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = lastTurn.then(work);
    lastTurn = turn;
    return turn;
  };
  let isWaiting = false;
  const revalidate = async () => {
    // A publication notifies once for each table. The call that waits for its turn will see this change too.
    if (isWaiting) return;
    isWaiting = true;
    let changed = await inTurn(() => {
      isWaiting = false;
      return ask([]);
    });
    // A page rendered during a change may hold old data but a new timestamp: revalidate again once in-flight renders
    // have finished. That call may itself be the one that finds the next change.
    while (changed.length > 0) {
      const again = changed;
      await pages.inFlight();
      changed = await inTurn(() => ask(again));
    }
  };
  const waitForOwnChange = (ms: number | null) => {
    clearTimeout(ownChange);
    if (ms === null || pages.stopping.aborted) return;
    // At most a day: asking early is harmless, and a timer of more than 24.8 days would fire at once.
    ownChange = setTimeout(() => void revalidate(), Math.min(Math.max(ms, 0), day)).unref();
  };
  while (!pages.stopping.aborted) {
    try {
      const subscription = await listenTo(databaseUrl, "catalog_changed", revalidate, revalidate);
      pages.stopping.addEventListener("abort", () => void subscription.close());
      return;
    } catch (error) {
      logger.warn({ err: String(error) }, "cannot listen for changes of the catalogue; trying again");
      await wait(retryMs, undefined, { signal: pages.stopping }).catch(() => undefined);
    }
  }
}
