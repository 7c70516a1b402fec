import { type Database, queryDirectly } from "@/lib/base/db/client";
import { type Order, Prisma } from "@/lib/base/db/generated/client";
import type { OrderPart } from "@/lib/orders/order/order-parts";
import type { SoldAs } from "@/lib/orders/order/sold-as";
import { accountIsDeleted } from "@/lib/people/auth/hold-account";
import type { PricedLine } from "@/lib/shop/catalog/price-order";
import type { Acceptance } from "@/lib/shop/legal/acceptance";
import type { AttemptParams } from "./attempt-params";

/** A chosen post as the order stores it; `postUrl` comes from the server's lookup, never from the browser. */
export type ChosenPost = {
  postId: string;
  kind: "post" | "reel";
  postUrl: string;
  imageUrl: string | null;
  caption: string;
  quantity: number;
};

export type NewOrder = SoldAs &
  Pick<
    Order,
    | "id"
    | "token"
    | "userId"
    | "email"
    | "platform"
    | "serviceType"
    | "surface"
    | "packageId"
    | "catalogVersion"
    | "quantity"
    | "priceTotalCents"
    | "currency"
    | "username"
    | "postUrl"
    | "network"
    | "guestKeyHash"
    | "createdAt"
    | "requestKey"
    | "requestAddressKey"
    | "requestHash"
  > & {
    profile: object;
    selectedPosts: ChosenPost[];
    parts: OrderPart[];
    /** Null for an order that is rebuilt without it. */
    acceptance: Acceptance | null;
    lines: PricedLine[];
    attempt: { id: string; number: number; params: AttemptParams; expiresAt: Date };
  };

/**
 * Writes an order, its lines, its first payment attempt and its first event in one statement, because the buyer waits
 * for it. A request key that is taken fails as a unique violation. Errors: unauthorized for a deleted account.
 */
export async function insertOrder(db: Database, order: NewOrder): Promise<void> {
  const lines = order.lines.map((line, position) => ({ ...line, position }));
  const { rowCount } = await queryDirectly(
    db,
    Prisma.sql`
    WITH buyer AS (
      SELECT id FROM users WHERE id = ${order.userId}::uuid AND anonymized_at IS NULL FOR KEY SHARE
    ), new_order AS (
      INSERT INTO orders (id, token, user_id, email, platform_slug, service_slug, variant, platform_label, service_label,
        unit_one, unit_many, target, counter, surface, package_id, catalog_version, quantity,
        price_total_cents, currency, username, profile, post_url, selected_posts, parts, request_key, request_address_key,
        request_hash, guest_key_hash, network, acceptance, created_at, updated_at)
      SELECT ${order.id}::uuid, ${order.token}, ${order.userId}::uuid, ${order.email}, ${order.platform},
        ${order.serviceType}, ${order.variant}, ${order.platformLabel}, ${order.serviceLabel}, ${order.unitOne},
        ${order.unitMany}, ${order.target}, ${order.counter}, ${order.surface}, ${order.packageId},
        ${order.catalogVersion}, ${order.quantity},
        ${order.priceTotalCents}, ${order.currency}, ${order.username}, ${JSON.stringify(order.profile)}::jsonb,
        ${order.postUrl}, ${JSON.stringify(order.selectedPosts)}::jsonb,
        ${JSON.stringify(order.parts)}::jsonb, ${order.requestKey}, ${order.requestAddressKey},
        ${order.requestHash}, ${order.guestKeyHash}, ${order.network},
        ${order.acceptance && JSON.stringify(order.acceptance)}::jsonb, ${order.createdAt}, ${order.createdAt}
      WHERE ${order.userId}::uuid IS NULL OR EXISTS (SELECT FROM buyer)
      RETURNING id
    ), new_lines AS (
      INSERT INTO order_lines (id, order_id, position, kind, catalog_id, label, quantity, count, unit_cents, amount_cents)
      SELECT uuidv7(), new_order.id, line.position, line.kind::order_line_kind, line."catalogId", line.label,
        line.quantity, line.count, line."unitCents", line."amountCents"
      FROM new_order, json_to_recordset(${JSON.stringify(lines)}::json) AS line(position int, kind text,
        "catalogId" text, label text, quantity int, count int, "unitCents" int, "amountCents" int)
    ), new_attempt AS (
      INSERT INTO payment_attempts (id, order_id, number, params, amount_cents, currency, expires_at, created_at)
      SELECT ${order.attempt.id}::uuid, new_order.id, ${order.attempt.number}::int, ${JSON.stringify(order.attempt.params)}::jsonb, ${order.priceTotalCents},
        ${order.currency}, ${order.attempt.expiresAt}, ${order.createdAt}
      FROM new_order
    )
    INSERT INTO order_events (order_id, type, "to", data, created_at)
    SELECT id, 'order.created', 'pending', '{}'::jsonb, ${order.createdAt} FROM new_order`,
  );
  if (rowCount === 0) throw accountIsDeleted();
}
