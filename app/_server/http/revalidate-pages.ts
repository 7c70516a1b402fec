import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { listenTo } from "@/lib/base/db/listen";
import { logger } from "@/lib/base/logger";
import { day, second } from "@/lib/base/time/time";
import { revalidationKey } from "./revalidation-key";

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
    const answer = await askToRevalidate(`http://127.0.0.1:${port}`, AbortSignal.timeout(longestMs));
    if (!answer.ok) throw new Error(`the build's pages could not be revalidated: ${answer.status}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

function askToRevalidate(ownOrigin: string, signal: AbortSignal): Promise<Response> {
  const headers = { "x-revalidation-key": revalidationKey() };
  return fetch(`${ownOrigin}/api/revalidate`, { method: "POST", headers, signal });
}

/**
 * Revalidates this process's prerendered pages whenever the catalogue or a setting changes, when a limited offer ends,
 * and at every connection to the database, because notifications of earlier changes were missed. Retries until the first
 * connection is made, and after a revalidation that failed.
 */
export async function revalidateOnChange(
  databaseUrl: string,
  ownOrigin: string,
  pages: Pages,
): Promise<void> {
  let ownChange: NodeJS.Timeout | undefined;
  const ask = async () => {
    // Emptied before the request, so that no visitor gets the old page meanwhile, and after it, for pages cached in
    // between.
    pages.forget();
    try {
      const limit = AbortSignal.any([pages.stopping, AbortSignal.timeout(longestMs)]);
      const answer = await askToRevalidate(ownOrigin, limit);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      waitForOwnChange(((await answer.json()) as { changesInMs: number | null }).changesInMs);
    } catch (error) {
      if (!pages.stopping.aborted)
        logger.error({ err: String(error) }, "pages could not be revalidated; trying again");
      waitForOwnChange(retryMs);
    } finally {
      pages.forget();
    }
  };
  const revalidate = async () => {
    await ask();
    // A page rendered during the change may hold old data but a new timestamp: revalidate again once in-flight renders
    // have finished.
    await pages.inFlight();
    await ask();
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
