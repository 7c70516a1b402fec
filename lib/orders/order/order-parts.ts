import { z } from "zod";
import { type FulfillmentItem, type Order, Prisma } from "@/lib/base/db/generated/client";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import type { UnitWords } from "@/lib/shop/catalog/catalog";
import { undeliveredCents } from "./order-money";
import { unitOf } from "./sold-names";

export const partsSchema = z.array(
  z.object({
    service: z.string(),
    variant: z.string(),
    target: z.string(),
    /** The service's and its unit's names, and the public counter that it moves. */
    label: z.string(),
    unit: z.object({ one: z.string(), many: z.string() }),
    counter: z.string().nullable(),
    quantity: z.number().int().positive(),
    cents: z.number().int().positive(),
  }),
);

/**
 * What an order of several services bought of one of them, in one of its qualities, with names and price as they were.
 * The first part is the order's own service; the others are its extras, each one item that goes to the profile.
 */
export type OrderPart = z.infer<typeof partsSchema>[number];

/** The parts as an order stores them, which add up to its quantity and price; none of an order of one service. */
export function readParts({ parts }: { parts: unknown }): OrderPart[] {
  return partsSchema.parse(parts);
}

type OfService = Pick<FulfillmentItem, "serviceType" | "variant">;

/** The part that an item delivers; null for an order of one service. Pure. */
export function partOf(order: { parts: unknown }, item: OfService): OrderPart | null {
  return readParts(order).find((part) => isOfPart(part, item)) ?? null;
}

export function isOfPart({ service, variant }: OrderPart, item: OfService): boolean {
  return service === item.serviceType && variant === item.variant;
}

type Priced = Pick<Order, "paidCents" | "quantity"> & { parts: unknown };

/** The price of the part that an item delivers, and its units; of the whole order of one service. Pure. */
export function priceOf(order: Priced, item: OfService): { cents: number; quantity: number } {
  return partOf(order, item) ?? { cents: order.paidCents, quantity: order.quantity };
}

/** The words for an item's units. Pure. */
export function unitOfItem(
  order: Pick<Order, "unitOne" | "unitMany"> & { parts: unknown },
  item: OfService,
): UnitWords {
  return partOf(order, item)?.unit ?? unitOf(order);
}

type CountedItem = OfService & Pick<FulfillmentItem, "state" | "quantity" | "remains" | "replacesItemId">;

/** The price of the units that an order's items did not deliver, rounded half up to a cent for each part. Pure. */
export function undeliveredPrice(order: Priced, items: CountedItem[]): number {
  const parts = readParts(order);
  if (parts.length === 0) return undeliveredCents(order.paidCents, order.quantity, deliveredOf(items));
  return parts.reduce((sum, part) => {
    const delivered = deliveredOf(items.filter((item) => isOfPart(part, item)));
    return sum + undeliveredCents(part.cents, part.quantity, delivered);
  }, 0);
}

/** The units that items delivered. A replacement delivers lost units again and has none of its own. Pure. */
export function deliveredOf(items: CountedItem[]): number {
  const bought = items.filter(({ replacesItemId }) => !replacesItemId);
  return bought.reduce((sum, item) => sum + deliveredUnits(item), 0);
}

/** SQL: the price of `units` of the row `item`, of the row `orders`, in cents and fractions of one. */
export const priceOfUnits = (units: Prisma.Sql) => Prisma.sql`
  (SELECT COALESCE(max(cents), orders.paid_cents) * ${units}::numeric
      / GREATEST(COALESCE(max(quantity), orders.quantity), 1)
    FROM jsonb_to_recordset(orders.parts) AS part(service text, variant text, quantity int, cents int)
    WHERE part.service = item.service_slug AND part.variant = item.variant)`;
