import type { MailToSend } from "./schema";

/** Faults for the next sends, one per call. */
export const mailFaults = ["429", "500", "hang", "lost"] as const;

export type MailFault = (typeof mailFaults)[number];

/** A mail as `GET /emails/:id` shows it. */
export type StoredMail = MailToSend & {
  id: string;
  object: "email";
  created_at: string;
  last_event: "delivered";
};

/** The answer to a key, while Resend keeps it. */
type UsedKey = { fingerprint: string; mailId: string; atMs: number };

export type MailState = ReturnType<typeof emptyState>;

export function emptyState() {
  return {
    /** Oldest first. */
    mails: [] as StoredMail[],
    usedKeys: {} as Record<string, UsedKey>,
    /** Calls of `POST /emails`, successful or not. */
    sendCalls: 0,
    faults: [] as MailFault[],
  };
}
