"use client";

import { useState } from "react";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { type EvidenceMode, evidenceModes, usualIdSeconds } from "@/lib/delivery/suppliers/evidence-modes";
import type { SupplierDetails } from "@/lib/delivery/suppliers/list-suppliers";

/** The supplier's evidence mode for lost calls, with the fields that the mode needs. */
export function EvidenceFields({ supplier }: { supplier: SupplierDetails }) {
  const [mode, setMode] = useState(supplier.evidenceMode);
  const isById = mode === "request_id";
  // Another mode's time says nothing about this one.
  const known = mode === supplier.evidenceMode ? supplier.evidenceWindowSeconds : null;
  return (
    <>
      <ActionSelect
        name="evidenceMode"
        label="After a lost answer"
        value={mode}
        onChange={(event) => setMode(event.target.value as EvidenceMode)}
        options={Object.entries(evidenceModes).map(([value, { label }]) => [value, label])}
      />
      {isById ? (
        <ActionInput
          name="evidenceField"
          label="Name of the request id field"
          defaultValue={supplier.evidenceField ?? ""}
          required
        />
      ) : null}
      {mode === "none" ? null : (
        <ActionInput
          key={mode}
          name="evidenceWindowSeconds"
          label={isById ? "An id is known for, in seconds" : "Window in seconds"}
          hint="A lost call that is older is not repeated: you decide."
          inputMode="numeric"
          defaultValue={known ?? (isById ? usualIdSeconds : "")}
          required
        />
      )}
    </>
  );
}
