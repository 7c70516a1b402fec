"use server";

import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import type { Result } from "@/lib/base/result";
import { type OrderPage, orderGroupNames } from "@/lib/orders/views/order-card";
import { listOwnOrders } from "@/lib/orders/views/own-orders";

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
