import { cache } from "react";
import { currentUser } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionSelect } from "@/components/admin/action-form";
import { getDb } from "@/lib/base/db/client";
import type { AssignedKind, StaffMember } from "@/lib/people/assignments/assignments";
import { listStaff } from "@/lib/people/customers/list-staff";
import { assignOrderAction, assignTicketAction } from "./actions";

const actions = { order: assignOrderAction, ticket: assignTicketAction };

/** The choices of an assignee, the visitor first. */
export const assigneeChoices = cache(async () => {
  const [staff, visitor] = await Promise.all([listStaff(getDb()), currentUser()]);
  const others = staff.filter(({ id }) => id !== visitor?.id).map(({ id, email }) => [id, email] as const);
  return [[visitor?.id ?? "", "Me"] as const, ...others, ["", "Nobody"] as const];
});

type AssignDialogProps = { kind: AssignedKind; id: string; assignee: StaffMember | null; about: string };

/** Says who deals with an order or a ticket, and changes it. */
export async function AssignDialog({ kind, id, assignee, about }: AssignDialogProps) {
  return (
    <AllowedDialog
      label={assignee ? `Assigned to ${assignee.email}` : "Assign"}
      ariaLabel={assignee ? `Assigned to ${assignee.email}: ${about}` : `Assign ${about}`}
      title={`Who deals with this ${kind}?`}
      detail="It is listed under “Mine” for that administrator. Everyone else can still open and change it."
      submitLabel="Assign"
      hasReason={false}
      hidden={{ id }}
      action={actions[kind]}
    >
      <ActionSelect name="assigneeId" label="Administrator" options={await assigneeChoices()} />
    </AllowedDialog>
  );
}
