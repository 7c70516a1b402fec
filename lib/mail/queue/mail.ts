import { type ComponentType, createElement, type ReactElement } from "react";
import type { z } from "zod";
import type { MailShop } from "@/emails/layout";
import type { Db } from "@/lib/base/db/client";

/** Dependencies for reading a mail's facts, besides its props. */
export type MailContext = {
  db: Db;
  shop: MailShop;
  /** SHOP_SECRET, which opens the links' tokens. */
  secret: string;
  orderId: string | null;
};

export type ComposedMail = { subject: string; body: ReactElement };

/** A kind of mail. `Props` is what its row holds. */
export type Mail<Props> = {
  /** The kind's name in `email_log` and on the admin pages. */
  kind: string;
  props: z.ZodType<unknown, Props>;
  /**
   * Names the reports that don't hold the mail back: earlier mails to its address that bounced, because its reader has
   * just asked for it and the mailbox may exist again; or complaints too, because the law requires it or an operator
   * reads it.
   */
  sentDespite?: "bounces" | "complaints";
  /** Reads the facts and fills the template. Throws when a row is gone, or `stored` doesn't match the schema. */
  compose(context: MailContext, stored: unknown): Promise<ComposedMail>;
  /** The mail with invented facts, for the preview page. */
  sample(shop: MailShop): ComposedMail;
};

/** The kinds of mail that this version knows, by their names. */
export type MailKinds = ReadonlyMap<string, Mail<unknown>>;

/**
 * Defines a kind of mail in one place: what its row holds, the facts that are read when it is sent, its subject and its
 * template. It must also be in the worker's list (lib/running/worker/mail-kinds.ts).
 */
export function defineMail<Stored, Props, Facts extends object>({
  facts,
  subject,
  template,
  sample,
  ...mail
}: Pick<Mail<unknown>, "kind" | "sentDespite"> & {
  props: z.ZodType<Stored, Props>;
  facts(context: MailContext, props: Stored): Facts | Promise<Facts>;
  subject(facts: Facts): string;
  template: ComponentType<Facts>;
  sample(shop: MailShop): Facts;
}): Mail<Props> {
  const fill = (known: Facts): ComposedMail => ({
    subject: subject(known),
    body: createElement(template, known),
  });
  return {
    ...mail,
    compose: async (context, stored) => fill(await facts(context, mail.props.parse(stored))),
    sample: (shop) => fill(sample(shop)),
  };
}

/** The `error` of a mail to a deleted account: it is not sent, and needs no operator. */
export const accountDeleted = "account_deleted";

/** The `error` of a mail that was not sent because earlier ones to its address came back (suppression.ts). */
export const addressSuppressed = "address_suppressed";
