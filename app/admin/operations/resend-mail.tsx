import { ActionDialog } from "@/components/admin/action-dialog";
import type { AdminAction } from "@/components/admin/action-form";
import { inWords } from "@/components/admin/state-badge";

type ResendMailProps = { mail: { id: string; kind: string; recipient: string }; action: AdminAction };

/** Sends a failed mail again. */
export function ResendMail({ mail, action }: ResendMailProps) {
  return (
    <div>
      <ActionDialog
        label="Send again"
        ariaLabel={`Send ${inWords(mail.kind)} to ${mail.recipient} again`}
        title="Send this mail again"
        detail={`“${inWords(mail.kind)}” goes to ${mail.recipient}. If it did get through after all, it is not sent twice.`}
        submitLabel="Send again"
        hidden={{ id: mail.id }}
        action={action}
      />
    </div>
  );
}
