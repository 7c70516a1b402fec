import { ActionDialog } from "@/app/admin/allowed-action";
import { closeAlertAction } from "./actions";

/** Closes an alert whose problem is fixed. */
export function CloseAlert({ alert }: { alert: { key: string; message: string } }) {
  return (
    <ActionDialog
      label="Close"
      ariaLabel={`Close the alert: ${alert.message}`}
      title="Close this alert"
      detail="Close it once the problem is fixed. If the problem returns, the alert comes back with an email."
      submitLabel="Close it"
      hidden={{ key: alert.key }}
      action={closeAlertAction}
    />
  );
}
