import "server-only";
import { revalidatePath } from "next/cache";
import { platforms, serviceTypes } from "@/lib/platforms";
import { getCatalog } from "./catalog";
import { forgetSettings, getSite } from "./site";
import { getUnitLimits } from "./unit-limits";

/**
 * Has every prerendered page remade when it is next asked for. What pages show is read at once, so that the process
 * knows it even if the database is away by then. Call it inside a request: Next allows it nowhere else.
 */
export async function remakePages(): Promise<void> {
  forgetSettings();
  revalidatePath("/", "layout");
  const limits = platforms.flatMap((platform) =>
    serviceTypes.map((service) => getUnitLimits(platform, service)),
  );
  await Promise.allSettled([getSite(), getCatalog(), ...limits]);
}
