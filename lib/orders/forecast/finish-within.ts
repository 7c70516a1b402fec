import { Prisma } from "@/lib/base/db/generated/client";
import { sizeBounds } from "./forecast";
import { forecastIsFresh } from "./refresh-forecasts";

/** The pages say 24 to 48 hours after the start, which is 24 hours after the payment at most. */
export const promisedHours = 72;

/**
 * SQL: within how many hours of being accepted by its supplier an item of the row `orders` should end: what the pages
 * say, or the longer time that they forecast for an order like this one.
 */
export const finishWithinHours = Prisma.sql`GREATEST(${promisedHours}::int, (
  SELECT forecast.within_minutes / 60.0 FROM variant_forecasts AS forecast
  WHERE forecast.platform_slug = orders.platform_slug AND forecast.service_slug = orders.service_slug
    AND forecast.variant = orders.variant AND forecast.size = width_bucket(orders.quantity, ${sizeBounds}::int[]) AND ${forecastIsFresh}))`;
