import { readFileSync } from "node:fs";
import Stripe from "stripe";
import { expect, it } from "vitest";
import { keyRights } from "@/lib/money/stripe/key-rights";
import { missingRight } from "@/lib/money/stripe/stripe-client";

const key = "The provided key 'rk_live_***abc' does not have the required permissions for this endpoint.";
const refusal = (message: string) =>
  new Stripe.errors.StripePermissionError({ type: "invalid_request_error", message });

it.each([
  [
    refusal(`${key} Having the 'rak_charge_write' permission would allow this request to continue.`),
    "charge_write",
  ],
  [
    refusal(
      `Permission denied. ${key} Enabling "Prices Read" ('plan_read') permissions on this key would allow it.`,
    ),
    "plan_read",
  ],
  [refusal("This key may not do that."), "of an unknown name"],
  [new Stripe.errors.StripeAuthenticationError({ type: "invalid_request_error", message: key }), null],
  [new Error(key), null],
])("the right that a key lacks is read from Stripe's refusal (%#)", (error, right) => {
  expect(missingRight(error)).toBe(right);
});

it("the documentation lists each right that the shop needs, and two that may be left out", () => {
  const [, table = ""] = readFileSync("docs/going-live.md", "utf8").split("## A restricted key");
  const listed = [...table.matchAll(/^\| ([A-Z][\w ]+: (?:read|write)) +\|/gm)].map(([, right]) => right);
  expect(listed).toEqual([...keyRights, "Balance: read", "Webhook Endpoints: write"]);
});
