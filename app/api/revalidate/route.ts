import { revalidatePath } from "next/cache";
import { revalidationKey } from "@/app/_server/http/revalidation-key";
import {
  getCatalog,
  getFacts,
  getForecasts,
  getNewestReviews,
  getReviewTotals,
  getUnitLimits,
} from "@/app/_server/page-data";
import { serviceParams } from "@/app/_server/platform-pages";
import { forgetSettings, getSite } from "@/app/_server/site";
import { getDb } from "@/lib/base/db/client";
import { isSameSecret } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";

/**
 * Called by this process itself when the catalogue or a setting has changed, and when a page changes because
 * time has passed. Answers with the milliseconds until the next such change.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameSecret(request.headers.get("x-revalidation-key") ?? "", revalidationKey()))
    return new Response(null, { status: 404 });
  return Response.json({ changesInMs: await revalidatePages() });
}

/**
 * Revalidates every prerendered page, and reads what pages show at once, so that a database outage soon after does not
 * leave them with the old state. Returns the milliseconds until the pages change by themselves; null when they don't.
 */
async function revalidatePages(): Promise<number | null> {
  forgetSettings();
  // What pages there are is read before they are rendered. Without the database the names stay as they were.
  await refreshVocabulary(getDb()).catch((error: unknown) =>
    logger.warn({ err: String(error) }, "the catalogue's names could not be read"),
  );
  revalidatePath("/", "layout");
  const limits = serviceParams().map(({ platform, service }) => getUnitLimits(platform, service));
  const shown = [getCatalog(), getForecasts(), getNewestReviews(), getReviewTotals(), getFacts(), ...limits];
  const [site] = await Promise.allSettled([getSite(), ...shown]);
  const end = site.status === "fulfilled" ? site.value.offerEndsAt : null;
  return end && end.getTime() - databaseNow().getTime();
}
