import "server-only";
import { permissionOf } from "@/app/_server/admin-action";
import { visitorMay } from "@/app/_server/session";
import { ActionDialog as Dialog } from "@/components/admin/action-dialog";
import { ActionForm as Form } from "@/components/admin/action-form";

/** An action's dialog, rendered only for visitors whose role includes the action. */
export async function ActionDialog(props: React.ComponentProps<typeof Dialog>) {
  return (await visitorMay(permissionOf(props.action))) ? <Dialog {...props} /> : null;
}

/** An action's form. Visitors whose role does not include the action see its fields, but can't change or send them. */
export async function ActionForm(props: React.ComponentProps<typeof Form>) {
  if (await visitorMay(permissionOf(props.action))) return <Form {...props} />;
  return (
    <fieldset disabled className="flex flex-col gap-4 empty:hidden">
      {props.children}
    </fieldset>
  );
}
