import { z } from "zod";
import type { Order } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { type OrderPart, partsSchema } from "@/lib/orders/order/order-parts";
import { type SoldAs, soldAsNow } from "@/lib/orders/order/sold-as";
import { type Acceptance, readAcceptance } from "@/lib/shop/legal/acceptance";

/** With Stripe's own amounts and labels, this rebuilds an order that the database has lost. */
export type OrderSnapshot = Pick<
  Order,
  "userId" | "guestKeyHash" | "platform" | "serviceType" | "surface" | "packageId" | "username"
> &
  SoldAs & {
    /** In the order of the session's lines; `quantity` is the number of units in one. */
    lines: { catalogId: string; quantity: number }[];
    posts: { postId: string; kind: "post" | "reel"; postUrl: string; quantity: number }[];
    parts: OrderPart[];
    acceptance: Acceptance | null;
  };

const units = z.number().int().positive();
const snapshotSchema = z
  .object({
    u: z.uuid().nullable(),
    g: z.string().nullable(),
    p: z.string(),
    s: z.string(),
    /** Missing in sessions of release 1.0. */
    w: z
      .tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string().nullable(), z.string()])
      .optional(),
    f: z.string(),
    k: z.string(),
    n: z.string().min(1),
    l: z.array(z.tuple([z.string(), units])).min(1),
    t: z.array(z.tuple([z.string(), z.enum(["post", "reel"]), z.url(), units])),
    /** The parts; missing in an order of one service. */
    x: partsSchema.default([]),
    a: z.unknown().optional(),
  })
  .transform(
    ({ u, g, p, s, w, f, k, n, l, t, x, a }): OrderSnapshot => ({
      ...readSoldAs(p, s, w),
      userId: u,
      guestKeyHash: g,
      platform: p,
      serviceType: s,
      surface: f,
      packageId: k,
      username: n,
      lines: l.map(([catalogId, quantity]) => ({ catalogId, quantity })),
      posts: t.map(([postId, kind, postUrl, quantity]) => ({ postId, kind, postUrl, quantity })),
      parts: x,
      acceptance: readAcceptance(a),
    }),
  );

type SoldWords = [string, string, string, string, string, string | null, string];

function readSoldAs(platform: string, service: string, words: SoldWords | undefined): SoldAs {
  if (words) {
    const [platformLabel, serviceLabel, unitOne, unitMany, target, counter, variant] = words;
    return { platformLabel, serviceLabel, unitOne, unitMany, target, counter, variant };
  }
  const now = soldAsNow(platform, service);
  if (!now) throw new AppError("internal", { detail: `no service ${platform} ${service}` });
  return now;
}

// https://docs.stripe.com/metadata: at most 50 keys with values of 500 characters; five keys are left for others.
const pieceLength = 500;
const mostPieces = 45;
const keyOf = (place: number) => `snapshot_${place}`;

/**
 * The snapshot as a session's metadata, in ASCII and in pieces that Stripe accepts. Empty when it is too long; such an
 * order can't be rebuilt, and a lost one raises an alert instead.
 */
export function writeSnapshot(order: OrderSnapshot): Record<string, string> {
  const json = JSON.stringify({
    u: order.userId,
    g: order.guestKeyHash,
    p: order.platform,
    s: order.serviceType,
    w: [
      order.platformLabel,
      order.serviceLabel,
      order.unitOne,
      order.unitMany,
      order.target,
      order.counter,
      order.variant,
    ],
    f: order.surface,
    k: order.packageId,
    n: order.username,
    l: order.lines.map(({ catalogId, quantity }) => [catalogId, quantity]),
    t: order.posts.map(({ postId, kind, postUrl, quantity }) => [postId, kind, postUrl, quantity]),
    x: order.parts.length > 0 ? order.parts : undefined,
    a: order.acceptance ?? undefined,
  });
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const pieces = ascii.match(new RegExp(`.{1,${pieceLength}}`, "g")) ?? [];
  if (pieces.length > mostPieces) return {};
  return Object.fromEntries(pieces.map((piece, place) => [keyOf(place), piece]));
}

/** The snapshot in a session's metadata; null without a readable one. */
export function readSnapshot(metadata: Record<string, string>): OrderSnapshot | null {
  let json = "";
  for (let place = 0; metadata[keyOf(place)] !== undefined; place += 1) json += metadata[keyOf(place)];
  try {
    return snapshotSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}
