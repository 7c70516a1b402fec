import "server-only";
import { revalidatePath } from "next/cache";
import { databaseNow } from "@/lib/clock";
import { platforms, serviceTypes } from "@/lib/platforms";
import { getCatalog, getForecasts, getUnitLimits } from "./catalog";
import { getFacts } from "./facts";
import { getNewestReviews, getReviewTotals } from "./reviews";
import { forgetSettings, getSite } from "./site";

/**
 * Revalidates every prerendered page, and reads what pages show at once, so that a database outage soon after does not
 * leave them with the old state. Call it inside a request: Next allows it nowhere else. Returns the milliseconds until
 * the pages change by themselves; null when they don't.
 */
export async function revalidatePages(): Promise<number | null> {
  forgetSettings();
  revalidatePath("/", "layout");
  const limits = platforms.flatMap((platform) =>
    serviceTypes.map((service) => getUnitLimits(platform, service)),
  );
  const shown = [getCatalog(), getForecasts(), getNewestReviews(), getReviewTotals(), getFacts(), ...limits];
  const [site] = await Promise.allSettled([getSite(), ...shown]);
  const end = site.status === "fulfilled" ? site.value.offerEndsAt : null;
  return end && end.getTime() - databaseNow().getTime();
}
