"use client";

import { useState } from "react";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { Select } from "@/components/ui/select";
import { evidenceModeLabels } from "./evidence-modes";

type EvidenceFieldsProps = {
  supplier: { evidenceMode: string; evidenceField: string | null; evidenceWindowSeconds: number | null };
};

/** How to find evidence of a lost call at this supplier, with the fields of that mode. */
export function EvidenceFields({ supplier }: EvidenceFieldsProps) {
  const [mode, setMode] = useState(supplier.evidenceMode);
  return (
    <>
      <ActionField name="evidenceMode" label="After a lost answer">
        <Select name="evidenceMode" value={mode} onChange={(event) => setMode(event.target.value)}>
          {Object.entries(evidenceModeLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </ActionField>
      {mode === "request_id" ? (
        <ActionInput
          name="evidenceField"
          label="Name of the request id field"
          autoComplete="off"
          defaultValue={supplier.evidenceField ?? ""}
          required
        />
      ) : null}
      {mode === "dedupe_window" ? (
        <ActionInput
          name="evidenceWindowSeconds"
          label="Seconds"
          inputMode="numeric"
          defaultValue={supplier.evidenceWindowSeconds ?? ""}
          required
        />
      ) : null}
    </>
  );
}
