import type { PaymentDeps } from "@/lib/stripe/stripe-client";
import { handleEvent } from "@/lib/webhooks/stripe/handle-event";

/** Does what the jobs of stored events do, some at once as workers would; those that fail stay unhandled. */
export async function handleStoredEvents(deps: PaymentDeps): Promise<void> {
  const stored = await deps.db.stripeEvent.findMany({ where: { outcome: null }, select: { id: true } });
  const lane = async () => {
    for (let next = stored.pop(); next; next = stored.pop()) {
      await handleEvent(deps, next.id).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}
