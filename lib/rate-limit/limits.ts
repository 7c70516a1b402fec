import { second } from "@/lib/time";

type Limit = {
  points: number;
  windowMs: number;
  /** `memory` counts in each process for itself: for what is asked often and costs little. */
  store: "database" | "memory";
};

/** How often one address may ask for what. The only table of these numbers. */
export const limits = {
  profileLookup: { points: 20, windowMs: 60 * second, store: "database" },
  profileSearch: { points: 30, windowMs: 60 * second, store: "database" },
  posts: { points: 10, windowMs: 60 * second, store: "database" },
  createOrder: { points: 10, windowMs: 600 * second, store: "database" },
  verifyPayment: { points: 30, windowMs: 60 * second, store: "database" },
  orderStream: { points: 60, windowMs: 60 * second, store: "database" },
  imageProxy: { points: 120, windowMs: 60 * second, store: "memory" },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
