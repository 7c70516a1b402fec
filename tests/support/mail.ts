import { beforeEach } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs } from "@/lib/base/time/time";
import type { MailEvent } from "@/lib/local/mail/events";
import { startMail } from "@/lib/local/mail/start";
import type { MailFault, StoredMail } from "@/lib/local/mail/state";
import type { Hook } from "@/lib/local/stripe/state";
import { enqueueMail, type NewMail } from "@/lib/mail/queue/enqueue-mail";
import type { Mail, MailContext } from "@/lib/mail/queue/mail";
import { renderMail } from "@/lib/mail/queue/render-mail";
import { findQueuedMail, type MailDeps, sendMail } from "@/lib/mail/queue/send-mail";
import { openResend } from "@/lib/mail/transport/mail-transport";
import { mailKinds } from "@/lib/running/worker/mail-kinds";
import type { TestDatabase } from "./database";
import { useEmulator } from "./emulator";
import { testSecret } from "./test-env";

/** The kind of mail of this name. */
export function mailNamed(kind: string): Mail<unknown> {
  const mail = mailKinds.get(kind);
  if (!mail) throw new Error(`No kind of mail is named ${kind}.`);
  return mail;
}

/** A mail as it would be sent with these props. */
export async function renderStored(kind: string, context: MailContext, props: unknown) {
  return renderMail(await mailNamed(kind).compose(context, props));
}

/** The mail emulator for one test file, empty before each test, and the shop's sender on it. */
export function useMail(database: { readonly current: TestDatabase }) {
  const { url, control } = useEmulator(() => startMail({ port: 0 }));
  beforeEach(() => control("/reset"));
  return {
    get url() {
      return url();
    },
    /** Faults of the next calls, one each. */
    faults: (...faults: MailFault[]) => control("", { faults }),
    /** Sends a signed event about an arrived mail to `hook`; returns the answer's status. */
    event: async (mail: string, event: MailEvent, hook: Hook) =>
      (await control<{ status: number }>("/event", { mail, ...event, hook })).status,
    /** Queues a mail and returns its row's id. */
    async post(kind: string, mail: Partial<NewMail<unknown>> = {}): Promise<string> {
      const { db } = database.current;
      const wanted = { about: newId(), recipient: "reader@example.com", ...mail };
      await enqueueMail(db, mailNamed(kind), wanted);
      return (await db.emailLog.findUniqueOrThrow({ where: { key: `${kind}:${wanted.about}` } })).id;
    },
    /** Sends a queued mail as the job does; `baseUrl` for another Resend, `transport` for another provider. */
    send: async (
      id: string,
      {
        baseUrl = url(),
        shopName = "Groundswell",
        ...changes
      }: Partial<MailDeps> & { baseUrl?: string; shopName?: string } = {},
    ) => {
      const mail = await findQueuedMail(database.current.db, id);
      if (!mail) return;
      await sendMail(
        {
          db: database.current.db,
          mailKinds,
          transport: openResend("re_tests", baseUrl),
          telegram: null,
          from: "Groundswell <orders@groundswell.example>",
          replyTo: "support@groundswell.example",
          shop: {
            name: shopName,
            supportEmail: "support@groundswell.example",
            origin: "http://127.0.0.1:3000",
          },
          secret: testSecret,
          timeoutMs: 30_000,
          ...changes,
        },
        mail,
      );
    },
    row: (id: string) => database.current.db.emailLog.findUniqueOrThrow({ where: { id } }),
    /** Moves a mail's creation back by that long. */
    age: (id: string, ms: number) =>
      database.current.db.emailLog.update({ where: { id }, data: { createdAt: addMs(new Date(), -ms) } }),
    /** The mails that arrived, newest first. */
    inbox: async (): Promise<StoredMail[]> => (await (await fetch(`${url()}/emails`)).json()).data,
  };
}
