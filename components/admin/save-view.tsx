"use client";

import { useSearchParams } from "next/navigation";
import { ActionDialog } from "./action-dialog";
import { ActionInput, type AdminAction, CheckBox } from "./action-form";

/** Saves the filter, the order and the columns of the list as it is shown now. */
export function SaveView({ list, action }: { list: string; action: AdminAction }) {
  return (
    <ActionDialog
      label="Save this view"
      variant="ghost"
      detail="The filter, the order and the columns as you see them now."
      submitLabel="Save"
      hasReason={false}
      hidden={{ list, query: useSearchParams().toString() }}
      action={action}
    >
      <ActionInput name="name" label="Name" required maxLength={60} />
      <CheckBox name="isShared" label="For all administrators" />
    </ActionDialog>
  );
}
