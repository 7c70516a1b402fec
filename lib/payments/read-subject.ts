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

/** The order and the attempt that a session names, and the mark of the shop that made it. */
export type SessionSubject = { orderId: string; number: number; shop: string | undefined };

/** What a session is about; null when it names no order. */
export function readSubject({ metadata }: Pick<Stripe.Checkout.Session, "metadata">): SessionSubject | null {
  const subject = subjectSchema.safeParse(metadata).data;
  return subject ? { orderId: subject.order_id, number: subject.attempt, shop: subject.shop } : null;
}

/**
 * Whether a session is this shop's although its order is not here: two shops may share an account. It carries this
 * shop's mark; one without any mark, from before there were marks, leads back to this shop.
 */
export async function isOwnSession(
  db: Database,
  { metadata, cancel_url }: Pick<Stripe.Checkout.Session, "metadata" | "cancel_url">,
): Promise<boolean> {
  const shop = readSubject({ metadata })?.shop;
  if (shop !== undefined) return shop === (await getShopId(db));
  return cancel_url?.startsWith(`${getShop().origin}/`) ?? false;
}
