import { AllowedDialog } from "@/app/admin/allowed-action";
import { inWords } from "@/lib/base/text/words";
import { resendMailAction } from "./actions";

type ResendMailProps = {
  mail: { id: string; kind: string; recipient: string };
  /** The fragment of the address that opens it. */
  anchor?: string | undefined;
};

export function ResendMail({ mail, anchor }: ResendMailProps) {
  return (
    <div>
      <AllowedDialog
        label="Send again"
        ariaLabel={`Send ${inWords(mail.kind)} to ${mail.recipient} again`}
        title="Send this email again"
        detail={`“${inWords(mail.kind)}” goes to ${mail.recipient}. If the first one arrived after all, it may arrive twice.`}
        anchor={anchor}
        hidden={{ id: mail.id }}
        reasons={["The address works now", "The buyer asked for it"]}
        isLight
        action={resendMailAction}
      />
    </div>
  );
}
