/** Faults for the next sends, one per call. */
export const mailFaults = ["429", "500", "hang", "lost"] as const;

export type MailFault = (typeof mailFaults)[number];

/** A mail as `GET /emails/:id` shows it. */
export type StoredMail = {
  id: string;
  object: "email";
  from: string;
  to: string[];
  cc: string[];
  bcc: string[];
  reply_to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  headers: Record<string, string>;
  tags: { name: string; value: string }[];
  created_at: string;
  last_event: "delivered";
};

/** The answer to a key, while Resend keeps it. */
type UsedKey = { fingerprint: string; mailId: string; atMs: number };

export type MailState = {
  /** Oldest first. */
  mails: StoredMail[];
  usedKeys: Record<string, UsedKey>;
  /** Calls of `POST /emails`, successful or not. */
  sendCalls: number;
  faults: MailFault[];
};

export function emptyState(): MailState {
  return { mails: [], usedKeys: {}, sendCalls: 0, faults: [] };
}
