import type Stripe from "stripe";
import { z } from "zod";
import type { Database } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { getShopId } from "@/lib/quarantine/shop-id";

const subjectSchema = z.object({
  order_id: z.uuid(),
  attempt: z.coerce.number().int().positive().max(10_000),
  shop: z.uuid().optional(),
});

/** The order, the attempt and the shop that a session's metadata names. */
export type SessionSubject = { orderId: string; number: number; shop: string | undefined };

/** Reads what a session's metadata names; null when it names no order. */
export function readSubject({ metadata }: Pick<Stripe.Checkout.Session, "metadata">): SessionSubject | null {
  const subject = subjectSchema.safeParse(metadata).data;
  return subject ? { orderId: subject.order_id, number: subject.attempt, shop: subject.shop } : null;
}

/**
 * True when a session without an order here belongs to this shop: shops may share a Stripe account. Its metadata names
 * this shop; an old session without a shop id returns to this shop's address.
 */
export async function isOwnSession(
  db: Database,
  { metadata, cancel_url }: Pick<Stripe.Checkout.Session, "metadata" | "cancel_url">,
): Promise<boolean> {
  const shop = readSubject({ metadata })?.shop;
  if (shop !== undefined) return shop === (await getShopId(db));
  return cancel_url?.startsWith(`${getShop().origin}/`) ?? false;
}
