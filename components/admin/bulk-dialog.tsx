"use client";

import { useRef, useState } from "react";
import { focusOnMain } from "@/components/forms/focus-on";
import { type FormAction, formOf, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import type { BulkPreview } from "@/lib/operator/bulk/bulk-rows";
import { ActionForm, type AdminAction } from "./action-form";
import { useSelection } from "./selection";

type BulkDialogProps = {
  label: string;
  detail: string;
  /** Says what would happen to each row; changes nothing. */
  preview: FormAction<BulkPreview[]>;
  action: AdminAction;
  /** What is asked before the preview. */
  choice?: { name: string; label: string; options: readonly (readonly [string, string])[] };
  hasReason?: boolean;
};

/** One step for all selected rows: what it would do to each, then what became of each. */
export function BulkDialog({ label, detail, preview, action, choice, hasReason = true }: BulkDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const selection = useSelection();
  const looked = useSentForm(preview);
  const first = choice?.options[0]?.[0] ?? "";
  const [chosen, setChosen] = useState(first);
  const [outcome, setOutcome] = useState<string | null>(null);
  const ids = Object.keys(selection?.selected ?? {});
  const given = (value: string): Record<string, string> => (choice ? { [choice.name]: value } : {});
  const look = (value: string) => {
    setChosen(value);
    looked.send(formOf({ ids: ids.join(","), ...given(value) }));
  };
  const rows = looked.result?.ok ? looked.result.data : [];
  const changed = rows.filter(({ does }) => does !== null);
  /** The selection goes away with its buttons, this dialog's too, so the page's content takes the focus. */
  const onClose = () => {
    if (outcome === null) return;
    selection?.setSelected({});
    focusOnMain();
  };
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => {
          setOutcome(null);
          look(chosen);
          dialog.current?.showModal();
        }}
      >
        {label}
      </Button>
      <Dialog
        ref={dialog}
        title={label}
        detail={detail}
        cancelLabel={outcome === null ? "Cancel" : "Done"}
        onClose={onClose}
      >
        {choice && outcome === null ? (
          <Field label={choice.label}>
            <Select value={chosen} onChange={({ target }) => look(target.value)} options={choice.options} />
          </Field>
        ) : null}
        {looked.isPending ? (
          <p className="flex items-center gap-2">
            <Spinner /> Looking at each of them
          </p>
        ) : null}
        {looked.error ? <Alert variant="destructive">{looked.error.message}</Alert> : null}
        {outcome === null && !looked.isPending ? (
          <>
            <ul aria-label="What happens to each" className="flex flex-col gap-1.5 text-sm">
              {rows.map(({ id, name, does, why }) => (
                <li key={id} className="flex flex-wrap gap-x-2 wrap-anywhere">
                  <span className="font-medium">{name}</span>
                  <span className={does ? undefined : "text-muted-foreground"}>{does ?? why}</span>
                </li>
              ))}
            </ul>
            {changed.length > 0 ? (
              <ActionForm
                key={`${chosen} ${changed.map(({ id }) => id).join(" ")}`}
                action={action}
                hasReason={hasReason}
                submitLabel={`${label}: ${changed.length}`}
                hidden={{
                  rows: JSON.stringify(changed.map(({ id, name, seen }) => [id, name, seen])),
                  ...given(chosen),
                }}
                onDone={setOutcome}
              />
            ) : null}
          </>
        ) : null}
        {outcome === null ? null : (
          <Alert variant="success">
            <p className="whitespace-pre-line wrap-anywhere">{outcome}</p>
          </Alert>
        )}
      </Dialog>
    </>
  );
}
