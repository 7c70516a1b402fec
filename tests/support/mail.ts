import { beforeEach } from "vitest";
import { type MailTransport, openResend } from "@/lib/email/mail-transport";
import { sendMail } from "@/lib/email/send-mail";
import type { TelegramBot } from "@/lib/email/telegram";
import { startMail } from "@/lib/local/mail/start";
import type { MailFault, StoredMail } from "@/lib/local/mail/state";
import { addMs } from "@/lib/time";
import type { TestDatabase } from "./database";
import { useEmulator } from "./emulator";
import { testSecret } from "./test-env";

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
    /** Sends a queued mail as the job does; `baseUrl` for another Resend, `transport` for another provider. */
    send: (
      id: string,
      options: {
        timeoutMs?: number;
        baseUrl?: string;
        shopName?: string;
        transport?: MailTransport;
        telegram?: TelegramBot;
      } = {},
    ) =>
      sendMail(
        {
          db: database.current.db,
          transport: options.transport ?? openResend("re_tests", options.baseUrl ?? url()),
          telegram: options.telegram ?? null,
          from: "Groundswell <orders@groundswell.example>",
          replyTo: "support@groundswell.example",
          shop: {
            name: options.shopName ?? "Groundswell",
            supportEmail: "support@groundswell.example",
            origin: "http://127.0.0.1:3000",
          },
          secret: testSecret,
          timeoutMs: options.timeoutMs ?? 5_000,
        },
        id,
      ),
    row: (id: string) => database.current.db.emailLog.findUniqueOrThrow({ where: { id } }),
    /** Moves a mail's creation back by that long. */
    age: (id: string, ms: number) =>
      database.current.db.emailLog.update({ where: { id }, data: { createdAt: addMs(new Date(), -ms) } }),
    /** What arrived, the newest first. */
    inbox: async (): Promise<StoredMail[]> => (await (await fetch(`${url()}/emails`)).json()).data,
  };
}
