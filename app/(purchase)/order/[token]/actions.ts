"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { visitorGuestKey } from "@/app/_server/caller";
import { formAction, redirectAction } from "@/app/_server/run-action";
import { checkoutDeps } from "@/app/_server/runtime";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { orderTokenSchema } from "@/lib/base/order-number";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/base/rate-limit/limits";
import { databaseNow } from "@/lib/base/time/clock";
import { bestLocale } from "@/lib/buyer/checkout/best-locale";
import { checkAcceptance } from "@/lib/buyer/checkout/check-acceptance";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { newOrderEmailSchema, requestOrderEmail } from "@/lib/buyer/order-email/correct-order-email";
import { decideRequest, orderRequestSchema } from "@/lib/buyer/requests/decide-request";
import { objectionSchema, objectToDecision } from "@/lib/buyer/requests/object-to-decision";
import { socialDepsOfPages } from "@/lib/delivery/social/social-deps";
import { fixTarget, fixTargetSchema } from "@/lib/delivery/submit/fix-target";
import { recordAcceptance } from "@/lib/orders/order/record-acceptance";
import { removeReview, removeReviewSchema, reviewSchema, saveReview } from "@/lib/people/reviews/reviews";
import { sentAcceptanceSchema } from "@/lib/shop/legal/acceptance";
import { loadTextVersions } from "@/lib/shop/legal/find-text";
import { loadSettings } from "@/lib/shop/settings/site-settings";

const version = z.coerce.number().int().min(1).optional();
const payAgainSchema = z.object({
  token: orderTokenSchema,
  /** The texts shown beside the button. A page that was opened before an upgrade sends none. */
  terms: version,
  privacy: version,
  refunds: version,
  line: z.string().max(64).optional(),
  isTicked: z.literal("on").optional(),
});

/** Opens a payment page of an unpaid order: the open one, or a new one. The buyer agrees to the texts of today. */
export const payAgainAction = redirectAction("public", payAgainSchema, async (input, { address }) => {
  await consumeForAddress(getConnection().pool, "createOrder", address);
  const deps = checkoutDeps(await headers());
  const { token, isTicked, ...shown } = input;
  const order = await deps.db.order.findUnique({ where: { token }, select: { id: true, paidAt: true } });
  if (!order) throw new AppError("not_found");
  if (order.paidAt === null) {
    const sent = sentAcceptanceSchema.safeParse({ ...shown, isTicked: isTicked === "on" }).data;
    const locale = bestLocale((await headers()).get("accept-language"));
    const [settings, versions] = await Promise.all([loadSettings(deps.db), loadTextVersions(deps.db)]);
    const accepted = checkAcceptance(sent, { settings, versions, locale, at: deps.now });
    await recordAcceptance(deps.db, order.id, accepted);
  }
  return openCheckout({ ...deps, network: addressKey(address) }, order.id);
});

/** An action of the link's holder, within a limit of their network, after which the order's page is rendered again. */
const withinLimit = <Schema extends z.ZodType<{ token: string }>>(
  limit: LimitName,
  schema: Schema,
  handle: (input: z.infer<Schema>) => Promise<unknown>,
) =>
  formAction("public", schema, async (input, { address }) => {
    await consumeForAddress(getConnection().pool, limit, address);
    await handle(input);
    revalidatePath(`/order/${input.token}`);
    return null;
  });

/** Decides a problem that the link's holder reports, at once. */
export const requestAction = withinLimit("orderRequest", orderRequestSchema, (input) =>
  decideRequest({ db: getDb(), social: socialDepsOfPages(getDb()) }, input),
);

/** Opens a ticket in which the link's holder objects to a decision. */
export const objectAction = withinLimit("orderRequest", objectionSchema, (input) =>
  objectToDecision(getDb(), input),
);

/** Resumes the paused order of the link's holder, once its profile can be reached. */
export const fixTargetAction = withinLimit("profileLookup", fixTargetSchema, (input) =>
  fixTarget({ ...socialDepsOfPages(getDb()), db: getDb() }, input),
);

/** Mails a link to the address that the link's holder entered for a guest's order. */
export const correctEmailAction = formAction("public", newOrderEmailSchema, async (input, { address }) => {
  const { db, pool } = getConnection();
  await consumeForAddress(pool, "orderRequest", address);
  const deps = { db, pool, secret: getEnv().SHOP_SECRET, now: databaseNow() };
  await requestOrderEmail(deps, { ...input, address, guestKey: await visitorGuestKey() });
  return { email: input.email };
});

/** Publishes or changes the review of the link's holder. */
export const saveReviewAction = withinLimit("review", reviewSchema, (input) => saveReview(getDb(), input));

/** Removes the review of the link's holder for good. */
export const removeReviewAction = withinLimit("review", removeReviewSchema, ({ token }) =>
  removeReview(getDb(), token),
);
