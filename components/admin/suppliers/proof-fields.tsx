"use client";

import { useState } from "react";
import { ActionField } from "@/components/admin/action-form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { proofModeLabels } from "./proof-modes";

type ProofFieldsProps = {
  supplier: { proofMode: string; proofField: string | null; proofWindowSeconds: number | null };
};

/** How a supplier lets a lost outcome be proven, and what that way needs. */
export function ProofFields({ supplier }: ProofFieldsProps) {
  const [mode, setMode] = useState(supplier.proofMode);
  return (
    <>
      <ActionField name="proofMode" label="A lost answer">
        <Select name="proofMode" value={mode} onChange={(event) => setMode(event.target.value)}>
          {Object.entries(proofModeLabels).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </ActionField>
      {mode === "request_id" ? (
        <ActionField name="proofField" label="Field of the id">
          <Input name="proofField" autoComplete="off" defaultValue={supplier.proofField ?? ""} required />
        </ActionField>
      ) : null}
      {mode === "dedupe_window" ? (
        <ActionField name="proofWindowSeconds" label="Seconds">
          <Input
            name="proofWindowSeconds"
            inputMode="numeric"
            defaultValue={supplier.proofWindowSeconds ?? ""}
            required
          />
        </ActionField>
      ) : null}
    </>
  );
}
