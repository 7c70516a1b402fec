import "server-only";
import { permissionOf } from "@/app/_server/admin-action";
import { visitorMay } from "@/app/_server/session";
import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionForm } from "@/components/admin/action-form";

/** An action's dialog, rendered only for visitors whose role includes the action. */
export async function AllowedDialog(props: React.ComponentProps<typeof ActionDialog>) {
  return (await visitorMay(permissionOf(props.action))) ? <ActionDialog {...props} /> : null;
}

/** An action's form. Visitors whose role does not include the action see its fields, but can't change or send them. */
export async function AllowedForm(props: React.ComponentProps<typeof ActionForm>) {
  if (await visitorMay(permissionOf(props.action))) return <ActionForm {...props} />;
  return (
    <fieldset disabled className="flex flex-col gap-4 empty:hidden">
      {props.children}
    </fieldset>
  );
}
