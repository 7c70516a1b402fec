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
import { decideRequest, orderRequestSchema } from "@/lib/requests/decide-request";
import { objectionSchema, objectToDecision } from "@/lib/requests/object-to-decision";
import { socialDeps } from "@/lib/social/social-deps";

const payAgainSchema = z.object({ token: z.string().min(22).max(64) });

/** Opens a payment page of an unpaid order: the open one, or a new one. */
export const payAgainAction = redirectAction("public", payAgainSchema, async ({ token }, { address }) => {
  await consumeRateLimit(getConnection().pool, "createOrder", addressKey(address));
  const deps = checkoutDeps();
  const order = await deps.db.order.findUnique({ where: { token }, select: { id: true } });
  if (!order) throw new AppError("not_found");
  return openCheckout(deps, order.id);
});

/** Decides what the link's holder says is not right, at once. */
export const requestAction = formAction("public", orderRequestSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "orderRequest", addressKey(address));
  await decideRequest({ db: getDb(), social: socialDeps(getDb()) }, input);
  revalidatePath(`/order/${input.token}`);
  return null;
});

/** Opens the ticket of the link's holder against a decision. */
export const objectAction = formAction("public", objectionSchema, async (input, { address }) => {
  await consumeRateLimit(getConnection().pool, "orderRequest", addressKey(address));
  await objectToDecision(getDb(), input);
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
