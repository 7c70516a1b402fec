import { listenTo } from "@/lib/db/listen";
import { logger } from "@/lib/logger";
import { makeRevalidationKey } from "./revalidation-key";

/**
 * Has this process's prerendered pages made anew whenever the catalogue changes, and once at the start: an image may
 * have been built without the database it now runs on. Next revalidates inside a request only, so the entry asks its
 * own server, with a key that never leaves the process. `forgetPages` drops answers that are kept: before, so that
 * nobody waits for the old page's end, and after, for those that were made in between.
 */
export async function followCatalog(
  databaseUrl: string,
  ownOrigin: string,
  forgetPages: () => void,
): Promise<void> {
  const key = makeRevalidationKey();
  const revalidate = () => {
    forgetPages();
    fetch(`${ownOrigin}/api/revalidate`, { method: "POST", headers: { "x-revalidation-key": key } })
      .then((answer) => {
        if (!answer.ok) logger.error({ status: answer.status }, "pages could not be made anew");
      })
      .catch((error) => logger.error({ err: String(error) }, "pages could not be made anew"))
      .finally(forgetPages);
  };
  try {
    // After a lost connection too: what changed in between was told to nobody.
    await listenTo(databaseUrl, "catalog_changed", revalidate, revalidate);
  } catch (error) {
    logger.warn({ err: String(error) }, "cannot listen for changes of the catalogue");
  }
}
