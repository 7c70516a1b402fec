import { z } from "zod";
import { addMs, minute, unixSeconds } from "@/lib/base/time/time";
import { handleOf } from "@/lib/shop/catalog/catalog";
import type { PricedLine } from "@/lib/shop/catalog/price-order";
import { type OrderSnapshot, writeSnapshot } from "./order-snapshot";

/** How long a payment page stays open. Stripe accepts 30 minutes to 24 hours from when it executes the request. */
export const sessionLifetimeMs = 45 * minute;

/** The parameters of one Stripe session, stored before the call so that a retry sends exactly the same. */
export const attemptParamsSchema = z.object({
  mode: z.literal("payment"),
  allowed_payment_method_types: z.array(z.literal("card")),
  client_reference_id: z.uuid(),
  customer_email: z.string(),
  success_url: z.string(),
  cancel_url: z.string(),
  expires_at: z.number().int(),
  metadata: z.object({ order_id: z.uuid(), attempt: z.string() }).catchall(z.string()),
  payment_intent_data: z.object({ metadata: z.object({ order_id: z.uuid() }).catchall(z.string()) }),
  line_items: z.array(
    z.object({
      quantity: z.number().int(),
      price_data: z.object({
        currency: z.string(),
        unit_amount: z.number().int(),
        product_data: z.object({ name: z.string(), description: z.string() }),
      }),
    }),
  ),
});

export type AttemptParams = z.infer<typeof attemptParamsSchema>;

type AttemptSubject = {
  /** Identifies this shop's sessions when the database no longer knows them. */
  shopId: string;
  orderId: string;
  token: string;
  email: string;
  currency: string;
  lines: Pick<PricedLine, "label" | "count" | "unitCents">[];
  /** The order is rebuilt from it if the database has lost it. */
  snapshot: OrderSnapshot;
};

/** Builds attempt `number`'s parameters. Pure: the same input gives the same request. */
export function attemptParams(
  subject: AttemptSubject,
  number: number,
  createdAt: Date,
  origin: string,
): AttemptParams {
  const { snapshot } = subject;
  return {
    mode: "payment",
    allowed_payment_method_types: ["card"],
    client_reference_id: subject.orderId,
    customer_email: subject.email,
    success_url: `${origin}/success?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}/order/${subject.token}?canceled=1`,
    expires_at: unixSeconds(addMs(createdAt, sessionLifetimeMs)),
    metadata: {
      order_id: subject.orderId,
      attempt: String(number),
      shop: subject.shopId,
      ...writeSnapshot(snapshot),
    },
    payment_intent_data: { metadata: { order_id: subject.orderId, shop: subject.shopId } },
    line_items: subject.lines.map((line) => ({
      quantity: line.count,
      price_data: {
        currency: subject.currency,
        unit_amount: line.unitCents,
        product_data: { name: line.label, description: `${snapshot.platformLabel} · ${handleOf(snapshot)}` },
      },
    })),
  };
}

/** One key per attempt: Stripe answers a repeated request with the session of the first one. */
export function checkoutIdempotencyKey(orderId: string, number: number): string {
  return `order:${orderId}:checkout:${number}`;
}
