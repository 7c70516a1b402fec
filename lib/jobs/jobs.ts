import { z } from "zod";

const byId = z.object({ id: z.uuid() });
const nothing = z.object({});

/**
 * All background jobs with their payloads. Jobs are hints: the row they name decides what is to be done, so a job may run
 * twice, late, or not at all (the sweeper adds it again).
 */
export const jobSchemas = {
  "submit-item": byId,
  "resolve-item": byId,
  "cancel-late-item": byId,
  "poll-items": nothing,
  "recheck-completed": nothing,
  "count-targets": byId,
  "send-refill": byId,
  "poll-refills": nothing,
  "refresh-balances": nothing,
  "send-mail": byId,
  /** A sealed request for a mail about an account (lib/customers/account-mail.ts). */
  "account-mail": z.object({ sealed: z.string() }),
  "handle-stripe-event": z.object({ eventId: z.string() }),
  "send-refund": byId,
  "refund-undelivered": byId,
  "reconcile-payments": nothing,
  "reconcile-events": nothing,
  "reconcile-ledger": nothing,
  "recheck-quarantine": nothing,
  sweep: nothing,
} as const;

export type JobName = keyof typeof jobSchemas;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobSchemas)[Name]>;
