import { endpointAddress, endpointEvents, fixEndpoint } from "@/lib/money/webhooks/webhook-endpoint";
import { checkReadiness, readinessTitle } from "@/lib/operator/readiness/check-readiness";
import { readinessWords } from "@/lib/operator/readiness/readiness-check";
import { type Command, readCommand, setupCommand, UsageError } from "./command";
import { withoutControls } from "./table";

/** Commands that take a shop to its first order. */
export const goingLiveCommands: Command[] = [
  readCommand("doctor", "test every part of the shop, as the page Going live does", async (deps) => {
    const env = deps.env();
    const checks = await checkReadiness({ db: deps.db, env, stripe: deps.stripe(), provider: deps.provider });
    const lines = checks.map(({ label, state, message, next }) => {
      const step = next ? `\n  ${next.label}: ${env.SHOP_ORIGIN}${next.href}` : "";
      return `${label}: ${readinessWords[state]}\n  ${withoutControls(message)}${step}`;
    });
    return [readinessTitle(checks), ...lines].join("\n\n");
  }),
  setupCommand(
    "stripe-endpoint [replace]",
    "make or fix the endpoint to which Stripe sends events, and print its secret",
    async ({ env, stripe }, [word]) => {
      if (word !== undefined && word !== "replace") throw new UsageError(`Say replace, not ${word}.`);
      const { SHOP_ORIGIN: origin, STRIPE_WEBHOOK_SECRET: stored } = env();
      const { id, change, secret, others } = await fixEndpoint(stripe(), {
        origin,
        isReplaced: word === "replace",
      });
      const events = `${endpointEvents().length} types of event`;
      const done = {
        made: `Made ${id}: Stripe sends ${events} to ${endpointAddress(origin)}.`,
        fixed: `Fixed ${id}: Stripe now sends the shop's ${events} to ${endpointAddress(origin)}, and no others.`,
        unchanged: `${id} is right: Stripe sends ${events} to ${endpointAddress(origin)}.`,
      }[change];
      const duplicates = others.map(
        (other) => `${other} has the same address and another secret. Disable it at dashboard.stripe.com.`,
      );
      return [done, secretStep(secret, stored), ...duplicates].join("\n");
    },
  ),
];

/** The operator's next step with the secret, which Stripe shows only when it makes the endpoint. */
function secretStep(secret: string | null, stored: string): string {
  if (secret) return `Put this line into .env, then restart the shop:\nSTRIPE_WEBHOOK_SECRET=${secret}`;
  return stored
    ? "STRIPE_WEBHOOK_SECRET stays as it is."
    : "Copy its signing secret from dashboard.stripe.com, Developers, Webhooks, into STRIPE_WEBHOOK_SECRET. Or run `stripe-endpoint replace`, which makes a new endpoint with a new secret.";
}
