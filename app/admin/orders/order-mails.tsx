import { ResendMail } from "@/app/admin/operations/resend-mail";
import { AdminSection } from "@/components/admin/admin-section";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's mails; failed ones can be sent again. */
export function OrderMails({ mails }: { mails: OrderFile["mails"] }) {
  return (
    <AdminSection title="Mails">
      {mails.length === 0 ? <p className="text-muted-foreground">No mail was sent.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {mails.map((mail) => (
          <li key={mail.id} className="flex flex-col gap-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {inWords(mail.kind)} <StateBadge state={mail.state} />
            </span>
            <span className="text-muted-foreground wrap-anywhere">
              {mail.recipient} · <LocalTime at={mail.sentAt ?? mail.createdAt} />
            </span>
            {mail.error ? <span className="text-destructive">{inWords(mail.error)}</span> : null}
            {mail.canBeSentAgain ? <ResendMail mail={mail} /> : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
