import { AllowedDialog } from "@/app/admin/allowed-action";
import { inWords } from "@/lib/base/text/words";
import { resendMailAction } from "./actions";

export function ResendMail({ mail }: { mail: { id: string; kind: string; recipient: string } }) {
  return (
    <div>
      <AllowedDialog
        label="Send again"
        ariaLabel={`Send ${inWords(mail.kind)} to ${mail.recipient} again`}
        title="Send this email again"
        detail={`“${inWords(mail.kind)}” goes to ${mail.recipient}. If the first one arrived after all, it may arrive twice.`}
        hidden={{ id: mail.id }}
        action={resendMailAction}
      />
    </div>
  );
}
