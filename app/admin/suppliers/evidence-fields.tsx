"use client";

import { useState } from "react";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import type { SupplierDetails } from "@/lib/suppliers/queries";
import { evidenceModeLabels } from "./evidence-modes";

/** How to find evidence of a lost call at this supplier, with the fields of that mode. */
export function EvidenceFields({ supplier }: { supplier: SupplierDetails }) {
  const [mode, setMode] = useState(supplier.evidenceMode);
  return (
    <>
      <ActionSelect
        name="evidenceMode"
        label="After a lost answer"
        value={mode}
        onChange={(event) => setMode(event.target.value)}
        options={Object.entries(evidenceModeLabels)}
      />
      {mode === "request_id" ? (
        <ActionInput
          name="evidenceField"
          label="Name of the request id field"
          defaultValue={supplier.evidenceField ?? ""}
          required
        />
      ) : null}
      {mode === "dedupe_window" ? (
        <ActionInput
          name="evidenceWindowSeconds"
          label="Window in seconds"
          inputMode="numeric"
          defaultValue={supplier.evidenceWindowSeconds ?? ""}
          required
        />
      ) : null}
    </>
  );
}
