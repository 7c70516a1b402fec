import { listenTo } from "@/lib/db/listen";
import { logger } from "@/lib/logger";
import { revalidationKey } from "./revalidation-key";

type Pages = {
  /** Drops the kept answers. */
  forget(): void;
  /** Resolves when the pages being rendered now are done. */
  inFlight(): Promise<void>;
  /** Aborted when the process stops: a revalidation that fails then is no error. */
  stopping: AbortSignal;
};

/**
 * Revalidates this process's prerendered pages whenever the catalogue changes, and once at the start: an image may have
 * been built without the database it now runs on. Next revalidates inside a request only, so the process asks its own
 * server, with a key that never leaves it.
 */
export async function followCatalog(databaseUrl: string, ownOrigin: string, pages: Pages): Promise<void> {
  const ask = async () => {
    // Before the request, so that no visitor gets the old page meanwhile, and after it, for answers kept in between.
    pages.forget();
    try {
      const answer = await fetch(`${ownOrigin}/api/revalidate`, {
        method: "POST",
        headers: { "x-revalidation-key": revalidationKey() },
        signal: pages.stopping,
      });
      if (!answer.ok) logger.error({ status: answer.status }, "pages could not be revalidated");
    } catch (error) {
      if (!pages.stopping.aborted) logger.error({ err: String(error) }, "pages could not be revalidated");
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
  try {
    // After a lost connection too: changes in between were not notified.
    await listenTo(databaseUrl, "catalog_changed", revalidate, revalidate);
  } catch (error) {
    logger.warn({ err: String(error) }, "cannot listen for changes of the catalogue");
  }
}
