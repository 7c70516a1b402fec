"use server";

import { revalidatePath } from "next/cache";
import { z } from "zod";
import { formAction, redirectAction } from "@/app/_server/run-action";
import { checkoutDeps } from "@/app/_server/runtime";
import { openCheckout } from "@/lib/checkout/open-checkout";
import { getConnection, getDb } from "@/lib/db/client";
import { fixTarget, fixTargetSchema } from "@/lib/delivery/operator/fix-target";
import { AppError } from "@/lib/errors";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { removeReview, removeReviewSchema, reviewSchema, saveReview } from "@/lib/reviews/save-review";
import { socialDeps } from "@/lib/social/social-deps";
import { openOrderRequest, orderRequestSchema } from "@/lib/support/open-order-request";

const payAgainSchema = z.object({ token: z.string().min(22).max(64) });

/** Opens a payment page of an unpaid order: the open one, or a new one. */
export const payAgainAction = redirectAction("public", payAgainSchema, async ({ token }, { address }) => {
  await consumeRateLimit(getConnection().pool, "createOrder", addressKey(address));
  const deps = checkoutDeps();
  const order = await deps.db.order.findUnique({ where: { token }, select: { id: true } });
  if (!order) throw new AppError("not_found");
  return openCheckout(deps, order.id);
});

/** Files the refill or refund request of the link's holder. */
export const requestAction = formAction("public", orderRequestSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "orderRequest", addressKey(address));
  await openOrderRequest(getDb(), input);
  revalidatePath(`/order/${input.token}`);
  return null;
});

/** Resumes the paused order of the link's holder, once its profile can be reached. */
export const fixTargetAction = formAction("public", fixTargetSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "profileLookup", addressKey(address));
  await fixTarget({ ...socialDeps(getDb()), db: getDb() }, input);
  revalidatePath(`/order/${input.token}`);
  return null;
});

/** Publishes or changes the review of the link's holder. */
export const saveReviewAction = formAction("public", reviewSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "review", addressKey(address));
  await saveReview(getDb(), input);
  revalidatePath(`/order/${input.token}`);
  return null;
});

/** Removes the review of the link's holder for good. */
export const removeReviewAction = formAction("public", removeReviewSchema, async ({ token }, { address }) => {
  await consumeRateLimit(getConnection().pool, "review", addressKey(address));
  await removeReview(getDb(), token);
  revalidatePath(`/order/${token}`);
  return null;
});
