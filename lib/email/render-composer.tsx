import type { ReactElement } from "react";
import type { MailShop } from "@/emails/layout";
import type { Db } from "@/lib/db/client";
import { type MailKind, type MailProps, mailPropsSchemas } from "./mails";

/** What a mail is composed with: the rows it is about, the shop as links and the footer name it. */
export type ComposeContext = {
  db: Db;
  shop: MailShop;
  /** SHOP_SECRET, under which the tokens of links are sealed. */
  secret: string;
  orderId: string | null;
};

export type ComposedMail = { subject: string; body: ReactElement };

type Composer = (context: ComposeContext, props: unknown) => Promise<ComposedMail>;

/** The composers of some kinds, by kind. */
export type Composers<Kind extends MailKind = MailKind> = Record<Kind, Composer>;

/** A kind's composer: it gets the row's props as their schema has them, and throws where they are not that. */
export function composer<Kind extends MailKind>(
  kind: Kind,
  compose: (context: ComposeContext, props: MailProps<Kind>) => ComposedMail | Promise<ComposedMail>,
): Composer {
  return async (context, props) => compose(context, mailPropsSchemas[kind].parse(props) as MailProps<Kind>);
}
