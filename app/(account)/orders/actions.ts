"use server";

import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { getDb } from "@/lib/db/client";
import { readCursor } from "@/lib/list-page";
import { type OrderPage, orderGroupNames } from "@/lib/orders/order-card";
import { listOwnOrders } from "@/lib/orders/own-orders";
import type { Result } from "@/lib/result";

const moreOrdersSchema = z.object({ before: z.string().max(100), group: z.enum(orderGroupNames).optional() });

/** The caller's orders after `before`, of one group or of all. */
export async function loadOrdersAction(form: FormData): Promise<Result<OrderPage>> {
  return runAction("customer", moreOrdersSchema, form, ({ before, group }, { user }) =>
    listOwnOrders(getDb(), {
      userId: user.id,
      limit: 20,
      after: readCursor(before),
      ...(group && { group }),
    }),
  );
}
