import "server-only";
import { revalidatePath } from "next/cache";
import { platforms, serviceTypes } from "@/lib/platforms";
import { getCatalog, getForecasts, getUnitLimits } from "./catalog";
import { forgetSettings, getSite } from "./site";

/**
 * Revalidates every prerendered page, and reads what pages show at once, so that a database outage soon after does not
 * leave them with the old state. Call it inside a request: Next allows it nowhere else.
 */
export async function remakePages(): Promise<void> {
  forgetSettings();
  revalidatePath("/", "layout");
  const limits = platforms.flatMap((platform) =>
    serviceTypes.map((service) => getUnitLimits(platform, service)),
  );
  await Promise.allSettled([getSite(), getCatalog(), getForecasts(), ...limits]);
}
