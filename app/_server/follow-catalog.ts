import { listenTo } from "@/lib/db/listen";
import { logger } from "@/lib/logger";
import { makeRevalidationKey } from "./revalidation-key";

type Pages = {
  /** Drops answers that are kept. */
  forget(): void;
  /** Ends when the pages that are being made now have been made. */
  underWay(): Promise<void>;
  /** Aborted when the process stops: it makes no pages any more, and that is no failure. */
  stopping: AbortSignal;
};

/**
 * Has this process's prerendered pages remade whenever the catalogue changes, and once at the start: an image may
 * have been built without the database it now runs on. Next revalidates inside a request only, so the entry asks its
 * own server, with a key that never leaves the process.
 */
export async function followCatalog(databaseUrl: string, ownOrigin: string, pages: Pages): Promise<void> {
  const key = makeRevalidationKey();
  const ask = async () => {
    // Before, so that nobody waits for the old page's end, and after, for those that were kept in between.
    pages.forget();
    try {
      const answer = await fetch(`${ownOrigin}/api/revalidate`, {
        method: "POST",
        headers: { "x-revalidation-key": key },
        signal: pages.stopping,
      });
      if (!answer.ok) logger.error({ status: answer.status }, "pages could not be remade");
    } catch (error) {
      if (!pages.stopping.aborted) logger.error({ err: String(error) }, "pages could not be remade");
    } finally {
      pages.forget();
    }
  };
  const revalidate = async () => {
    await ask();
    // A page's age counts from when it was finished: one that had read the old state by then, and was finished after,
    // passes for new. Once more, then, when all those have ended.
    await pages.underWay();
    await ask();
  };
  try {
    // After a lost connection too: what changed in between was told to nobody.
    await listenTo(databaseUrl, "catalog_changed", revalidate, revalidate);
  } catch (error) {
    logger.warn({ err: String(error) }, "cannot listen for changes of the catalogue");
  }
}
