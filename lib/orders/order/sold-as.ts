import { type Order, Prisma } from "@/lib/base/db/generated/client";
import { isList } from "@/lib/shop/catalog/catalog";
import { findPlatform, findService, findUnit } from "@/lib/shop/catalog/vocabulary";

/** What an order keeps of the catalogue: nothing that is edited later changes it. */
export type SoldAs = Pick<
  Order,
  "variant" | "platformLabel" | "serviceLabel" | "unitOne" | "unitMany" | "target" | "counter"
>;

/** What a new order of a service keeps; null for a service or quality that the catalogue does not have. */
export function soldAsNow(platform: string, serviceType: string, variant = "standard"): SoldAs | null {
  const service = findService(platform, serviceType);
  const unit = service && findUnit(service.unit);
  if (!service || !unit || !service.variants.some(({ slug }) => slug === variant)) return null;
  return {
    variant,
    platformLabel: findPlatform(platform)?.label ?? platform,
    serviceLabel: service.label,
    unitOne: unit.one,
    unitMany: unit.many,
    target: service.target,
    counter: isList(service.target) ? null : unit.counter,
  };
}

/** SQL: the names of the row `orders`, as `platformLabel`, `serviceLabel` and `unit`. */
export const soldNames = Prisma.sql`
  orders.platform_label AS "platformLabel", orders.service_label AS "serviceLabel",
  json_build_object('one', orders.unit_one, 'many', orders.unit_many) AS unit`;
