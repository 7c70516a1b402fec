import { randomUUID } from "node:crypto";
import type { MailToSend } from "./schema";

/** Faults for the next sends, one per call. */
export const mailFaults = ["429", "500", "hang", "lost"] as const;

export type MailFault = (typeof mailFaults)[number];

export type MailState = ReturnType<typeof emptyState>;

export function emptyState() {
  return {
    /** Oldest first. */
    mails: [] as StoredMail[],
    /** The accepted mails by their idempotency keys. */
    usedKeys: {} as Record<string, { fingerprint: string; mailId: string; atMs: number }>,
    /** Calls of `POST /emails`, successful or not. */
    sendCalls: 0,
    faults: [] as MailFault[],
  };
}

/** A mail as `GET /emails/:id` shows it. */
export type StoredMail = MailToSend & {
  id: string;
  object: "email";
  created_at: string;
  last_event: "delivered";
};

/** Puts a mail into the inbox. */
export function keepMail(state: MailState, mail: MailToSend): StoredMail {
  const created_at = new Date().toISOString();
  const kept: StoredMail = {
    id: randomUUID(),
    object: "email",
    ...mail,
    created_at,
    last_event: "delivered",
  };
  state.mails.push(kept);
  return kept;
}

/** The accepted mail with this id. */
export function findMail(state: MailState, id: string): StoredMail | undefined {
  return state.mails.find((mail) => mail.id === id);
}
