"use client";

import { useState } from "react";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import type { EvidenceMode } from "@/lib/db/generated/enums";
import { evidenceModes } from "@/lib/suppliers/evidence-modes";
import type { SupplierDetails } from "@/lib/suppliers/queries";

const fields = {
  evidenceField: { label: "Name of the request id field" },
  evidenceWindowSeconds: { label: "Window in seconds", inputMode: "numeric" },
} as const;

/** The supplier's evidence mode for lost calls, with the field that the mode needs. */
export function EvidenceFields({ supplier }: { supplier: SupplierDetails }) {
  const [mode, setMode] = useState(supplier.evidenceMode);
  const { needs } = evidenceModes[mode];
  return (
    <>
      <ActionSelect
        name="evidenceMode"
        label="After a lost answer"
        value={mode}
        onChange={(event) => setMode(event.target.value as EvidenceMode)}
        options={Object.entries(evidenceModes).map(([value, { label }]) => [value, label])}
      />
      {needs ? (
        <ActionInput
          key={needs}
          name={needs}
          {...fields[needs]}
          defaultValue={supplier[needs] ?? ""}
          required
        />
      ) : null}
    </>
  );
}
