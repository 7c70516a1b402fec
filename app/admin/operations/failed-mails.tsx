import { AdminSection } from "@/components/admin/admin-section";
import { inWords } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import type { FailedMail } from "@/lib/email/list-failed-mails";
import { ResendMail } from "./resend-mail";

/** Mails that failed for good. */
export function FailedMails({ mails }: { mails: FailedMail[] }) {
  return (
    <AdminSection title="Failed mails">
      {mails.length === 0 ? <p className="text-sm text-muted-foreground">Every mail was delivered.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-wrap items-start justify-between gap-3">
            <div className="flex min-w-0 flex-col gap-1">
              <p className="font-medium wrap-anywhere">
                {inWords(mail.kind)} to {mail.recipient}
              </p>
              <p className="text-muted-foreground">
                {mail.error ? inWords(mail.error) : "no error was recorded"},{" "}
                <LocalTime at={mail.createdAt} />
              </p>
              {mail.canBeSentAgain ? null : <p>Its link has expired; the customer can ask for a new one.</p>}
            </div>
            {mail.canBeSentAgain ? <ResendMail mail={mail} /> : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
