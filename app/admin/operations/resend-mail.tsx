import { ActionDialog } from "@/app/admin/allowed-action";
import { inWords } from "@/components/admin/state-badge";
import { resendMailAction } from "./actions";

/** Sends a failed mail again. */
export function ResendMail({ mail }: { mail: { id: string; kind: string; recipient: string } }) {
  return (
    <div>
      <ActionDialog
        label="Send again"
        ariaLabel={`Send ${inWords(mail.kind)} to ${mail.recipient} again`}
        title="Send this mail again"
        detail={`“${inWords(mail.kind)}” goes to ${mail.recipient}. If it was delivered after all, it is not sent twice.`}
        hidden={{ id: mail.id }}
        action={resendMailAction}
      />
    </div>
  );
}
