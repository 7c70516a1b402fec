import { AppError } from "@/lib/base/errors";
import { inSeries } from "@/lib/base/text/words";
import type { OrderPart } from "@/lib/orders/order/order-parts";
import { type SoldAs, soldAsNow } from "@/lib/orders/order/sold-as";
import { unitOf } from "@/lib/orders/order/sold-names";
import { hasPosts, type Surface, type UnitWords } from "@/lib/shop/catalog/catalog";
import { amountProblem, amountsFor, findSold, readCustomId } from "@/lib/shop/catalog/custom-amount";
import type { Offer } from "@/lib/shop/catalog/load-catalog";
import { type PricedOrder, priceOrder } from "@/lib/shop/catalog/price-order";
import { serviceName } from "@/lib/shop/catalog/vocabulary";
import type { CreateOrderInput } from "./create-order-schema";

/**
 * What a request asks for, at the catalogue's price. The request's price and amount are only compared. `sold`: what the
 * order keeps of the catalogue; `limits`: how many units one target can get. Errors: not_deliverable for what nobody
 * delivers, or an amount that is not on sale; invalid_pricing.
 */
export function priceRequest(offer: Offer, input: CreateOrderInput) {
  const { platform, serviceType: service, packageId, addOns } = input;
  const chosen = findSold(offer, { platform, service }, packageId) ?? readCustomId(packageId, service);
  const soldAs = soldAsNow(platform, service, chosen?.variant);
  if (!soldAs || Object.keys(offer.limits).length === 0 || offer.offSale === "margin")
    throw notDelivered(input);
  const surface = input.surface ?? defaultSurface(input, soldAs.target);
  const unit = unitOf(soldAs);
  const priced = priceOrder(offer, { platform, service, unit, surface, packageId, addOns });
  if (!priced) requireAmount(offer, input, unit);
  if (!priced || priced.quantity !== input.quantity || priced.totalCents !== input.price) {
    throw new AppError("invalid_pricing");
  }
  const limits = offer.limits[soldAs.variant];
  if (!limits) throw notDelivered(input);
  return { priced, sold: { ...soldAs, ...partsOf(priced, { service, ...soldAs }) }, limits, surface };
}

/** The parts of an order of several services, and its names: `Likes and Followers`, `likes and followers`. */
function partsOf(
  { extras, ownQuantity, totalCents }: PricedOrder,
  { service, variant, target, serviceLabel: label, counter, ...own }: SoldAs & { service: string },
): { parts: OrderPart[] } & Partial<SoldAs> {
  if (extras.length === 0) return { parts: [] };
  const cents = extras.reduce((left, extra) => left - extra.cents, totalCents);
  const ownPart = {
    service,
    variant,
    target,
    label,
    unit: unitOf(own),
    counter,
    quantity: ownQuantity,
    cents,
  };
  const parts = [ownPart, ...extras];
  const named = (nameOf: (part: OrderPart) => string) => inSeries(parts.map(nameOf));
  return {
    parts,
    serviceLabel: named((part) => part.label),
    unitOne: named((part) => part.unit.one),
    unitMany: named((part) => part.unit.many),
  };
}

function defaultSurface({ selectedPosts }: CreateOrderInput, target: string): Surface {
  if (!hasPosts(target)) return "checkout";
  return selectedPosts.some((post) => post.kind === "reel") ? "reel-selection" : "post-selection";
}

/** Requires that an amount that the buyer chose is one of those on sale; an id of a package passes. */
function requireAmount(offer: Offer, input: CreateOrderInput, unit: UnitWords): void {
  const { platform, serviceType, packageId } = input;
  const named = readCustomId(packageId, serviceType);
  if (!named) return;
  const amounts = amountsFor(offer, platform, serviceType, named.variant);
  if (!amounts) throw notDelivered(input);
  const problem = amountProblem(amounts, named.quantity, unit);
  if (problem) throw new AppError("not_deliverable", { userMessage: problem });
}

function notDelivered({ platform, serviceType }: CreateOrderInput): AppError {
  const name = serviceName(platform, serviceType);
  const userMessage = `${name} can't be ordered right now. Nothing was charged. Please try again later.`;
  return new AppError("not_deliverable", { userMessage });
}
