import "server-only";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { newToken } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { day, second } from "@/lib/base/time/time";
import { bestLocale } from "@/lib/buyer/checkout/best-locale";
import { createOrder, type OrderCaller } from "@/lib/buyer/checkout/create-order";
import { createOrderSchema } from "@/lib/buyer/checkout/create-order-schema";
import { socialDepsOfCheckout } from "@/lib/delivery/social/social-deps";
import { appendCookies, serverCookie } from "@/lib/people/auth/session-cookies";
import { type Caller, clientCountry, guestCookieName } from "../caller";
import { checkoutDeps } from "../runtime";
import { functionHandler } from "./function-handler";

const guestCookieSeconds = (90 * day) / second;

/** `create-order`: creates an order and returns where to pay for it: `{url, orderId, orderUrl}`. */
export const createOrderHandler = functionHandler({
  name: "create-order",
  limit: "createOrder",
  schema: createOrderSchema,
  share: "orders",
  handler: async ({ input, caller, request, responseHeaders }) => {
    const guestKey = caller.guestKey ?? newToken();
    const { SHOP_SECRET: secret, RATE_LIMIT_SCALE: scale, APP_MODE: mode } = getEnv();
    const screening = { secret, scale, country: clientCountry(request) };
    const deps = { ...checkoutDeps(request.headers), social: socialDepsOfCheckout(getDb()), screening };
    const idempotencyKey = readIdempotencyKey(request);
    const locale = bestLocale(request.headers.get("accept-language"));
    const by = { ...orderCaller(caller, guestKey), locale };
    if (caller.kind === "customer") {
      // The account's address, whatever the body says: the order, its mail and its receipt belong to the account.
      const own = { ...input, email: caller.user.email, isGuest: false };
      return createOrder(deps, own, by, idempotencyKey);
    }
    appendCookies(responseHeaders, [serverCookie(mode, guestCookieName(), guestKey, guestCookieSeconds)]);
    return createOrder(deps, input, by, idempotencyKey);
  },
});

function orderCaller(caller: Caller, guestKey: string): Omit<OrderCaller, "locale"> {
  const network = addressKey(caller.address);
  if (caller.kind === "customer") {
    return { userId: caller.user.id, guestKey, network, scopes: [`user:${caller.user.id}`] };
  }
  const address: [string] = [`address:${caller.address}`];
  return {
    userId: null,
    guestKey,
    network,
    scopes: caller.guestKey ? [`guest:${caller.guestKey}`, ...address] : address,
  };
}

function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get("idempotency-key");
  if (key === null || /^[\x21-\x7e]{8,64}$/.test(key)) return key;
  throw new AppError("invalid_input", { userMessage: "An Idempotency-Key has 8 to 64 visible characters." });
}
