import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionField, type AdminAction } from "@/components/admin/action-form";
import { Input } from "@/components/ui/input";

/** Adds a panel. Its key is sealed and never shown again. */
export function AddSupplierDialog({ action }: { action: AdminAction }) {
  return (
    <ActionDialog
      label="Add supplier"
      variant="default"
      title="New supplier"
      detail="A panel that speaks the SMM panel API v2. Nothing is sent to it before one of its services is mapped."
      action={action}
      submitLabel="Add supplier"
      hidden={{ kind: "panel_v2" }}
    >
      <ActionField name="name" label="Name">
        <Input name="name" autoComplete="off" maxLength={80} required />
      </ActionField>
      <ActionField name="apiUrl" label="Address of its API" hint="It often ends with /api/v2.">
        <Input name="apiUrl" type="url" autoComplete="off" required />
      </ActionField>
      <ActionField name="apiKey" label="API key" hint="It is sealed and never shown again.">
        <Input name="apiKey" type="password" autoComplete="off" required />
      </ActionField>
    </ActionDialog>
  );
}
