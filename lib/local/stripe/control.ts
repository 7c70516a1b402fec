import { Hono } from "hono";
import { z } from "zod";
import { readControl } from "../emulator-server";
import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { moveBalance } from "./balance";
import { closeDispute, escalateInquiry, openDispute, reviewDispute, warnOfFraud } from "./disputes";
import { settleDelayed } from "./payments";
import { failRefund } from "./refunds";
import { rightNames } from "./rights";
import { expireDueSessions, expireSession, sessionView } from "./sessions";
import { emptyState, getOne, type Hook } from "./state";
import type { Deliveries } from "./webhooks";

const count = z.number().int().min(0).max(100_000);

const faultsSchema = z
  .strictObject({
    failNext: count,
    status: z.number().int().min(400).max(599),
    delayMs: z.number().int().min(0).max(600_000),
    loseResponse: count,
    noUrl: z.union([count, z.boolean()]),
    webhooks: z.enum(["normal", "paused", "duplicate", "reverse"]),
    missingRights: z.array(z.enum(rightNames)),
  })
  .partial();

const hooksSchema = z.strictObject({
  hooks: z.array(z.strictObject({ url: z.url({ protocol: /^https?$/ }), secret: z.string().min(1) })).max(10),
});

const redeliverSchema = z.strictObject({
  times: z.number().int().min(1).max(100).default(1),
  ageSeconds: z.number().int().default(0),
});

const disputeSchema = z.strictObject({
  reason: z.string().min(1).max(100).default("fraudulent"),
  isInquiry: z.boolean().default(false),
  amount: z.number().int().min(1).optional(),
});
const warningSchema = z.strictObject({
  actionable: z.boolean().optional(),
  fraud_type: z.string().min(1).max(100).optional(),
});

const balanceSchema = z.strictObject({
  kind: z.enum(["stripe_fee", "adjustment"]).default("adjustment"),
  amount: z.number().int(),
  currency: z.string().min(3).max(3).default("usd"),
});
const rowSchema = z
  .strictObject({ amount: z.number().int(), fee: z.number().int(), currency: z.string() })
  .partial();

type ControlOptions = {
  account: Account;
  deliveries: Deliveries;
  /** The webhook addresses after a reset. */
  initialHooks: Hook[];
  changed(): void;
};

/**
 * Test controls, JSON in and out, not part of Stripe: the state, faults, time, banks and redelivery. Errors are
 * `{error: {message}}` with 400 or 404. `/_control/dispute/:charge` is about `amount`, by default all that is left, and with
 * `isInquiry` opens an inquiry, which `/_control/dispute/:id/needs_response` turns into a dispute and `/warning_closed` ends. `/_control/fraud_warning/:charge`
 * takes `actionable`, by default what Stripe would say: true until the charge is refunded or disputed.
 * The fault `missingRights` makes the key a restricted one that lacks them (rights.ts).
 * `/_control/balance` moves the account's balance by a fee of Stripe or an adjustment; `/_control/balance/:id` changes the
 * amount, fee or currency of a row.
 */
export function createControls({ account, deliveries, initialHooks, changed }: ControlOptions): Hono {
  const app = new Hono();
  const { state } = account;

  app.get("/_control", (c) => c.json(snapshot(account)));

  app.post("/_control/faults", async (c) => {
    const before = state.faults.webhooks;
    Object.assign(state.faults, await readControl(c, faultsSchema));
    changed();
    if (before === "paused" && state.faults.webhooks !== "paused") deliveries.deliverOwed();
    return c.json(state.faults);
  });

  app.post("/_control/hooks", async (c) => {
    const { hooks } = await readControl(c, hooksSchema);
    deliveries.setHooks(hooks);
    changed();
    deliveries.deliverOwed();
    return c.json({ hooks: hooks.map(({ url }) => ({ url })) });
  });

  /** A control without parameters for the object whose id is in the address. */
  const act = (path: string, run: (id: string) => unknown) =>
    app.post(path, async (c) => {
      await readControl(c, z.strictObject({}));
      return c.json(run(c.req.param("id") ?? "") ?? { ok: true });
    });

  act("/_control/expire/:id", (id) => expireSession(account, id, notFromApi));
  for (const result of ["succeeded", "failed"] as const) {
    act(`/_control/async/:id/${result}`, (id) => settleDelayed(account, id, result));
  }
  act("/_control/dispute/:id/under_review", (id) => reviewDispute(account, id));
  act("/_control/dispute/:id/needs_response", (id) => escalateInquiry(account, id));
  for (const result of ["won", "lost", "warning_closed"] as const) {
    act(`/_control/dispute/:id/${result}`, (id) => closeDispute(account, id, result));
  }
  act("/_control/refund/:id/failed", (id) => failRefund(account, id));
  act("/_control/reset", () => {
    for (const stored of Object.values(state.events)) stored.awaiting = [];
    const { faults, ...rest } = emptyState(initialHooks);
    Object.assign(state, rest);
    Object.assign(state.faults, faults);
    changed();
  });

  app.post("/_control/redeliver/:event", async (c) => {
    const { times, ageSeconds } = await readControl(c, redeliverSchema);
    const stored = getOne(state.events, c.req.param("event"), "event", "id");
    return c.json({ statuses: await deliveries.redeliver(stored, times, ageSeconds) });
  });

  app.post("/_control/dispute/:charge", async (c) => {
    const options = await readControl(c, disputeSchema);
    return c.json(openDispute(account, c.req.param("charge"), options));
  });

  app.post("/_control/fraud_warning/:charge", async (c) =>
    c.json(warnOfFraud(account, c.req.param("charge"), await readControl(c, warningSchema))),
  );

  app.post("/_control/balance", async (c) => {
    const movement = { ...(await readControl(c, balanceSchema)), source: null };
    return c.json(moveBalance(state, movement));
  });

  app.post("/_control/balance/:id", async (c) => {
    const row = getOne(state.balanceTransactions, c.req.param("id"), "balance_transaction", "id");
    return c.json(Object.assign(row, await readControl(c, rowSchema)));
  });

  app.all("/_control/*", (c) =>
    c.json({ error: { message: `No such control: ${c.req.method} ${c.req.path}` } }, 404),
  );

  app.onError((error, c) => {
    if (!(error instanceof ApiError)) throw error;
    return c.json({ error: { message: error.message } }, error.status === 404 ? 404 : 400);
  });
  return app;
}

function snapshot(account: Account): object {
  expireDueSessions(account);
  const { state } = account;
  return {
    sessions: Object.values(state.sessions).map((stored) => sessionView(account, stored.session)),
    paymentIntents: Object.values(state.paymentIntents),
    charges: Object.values(state.charges),
    refunds: Object.values(state.refunds),
    disputes: Object.values(state.disputes),
    fraudWarnings: Object.values(state.fraudWarnings),
    events: Object.values(state.events).map((stored) => stored.event),
    hooks: state.hooks.map(({ url }) => ({ url })),
    faults: state.faults,
  };
}
