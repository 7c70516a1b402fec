import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { RecordFields } from "@/components/admin/record-fields";
import type { SupplierDetails } from "@/lib/delivery/suppliers/list-suppliers";
import { updateSupplierAction } from "./actions";
import { ErrorRulesEditor } from "./error-rules-editor";
import { EvidenceFields } from "./evidence-fields";
import { plainDecimal } from "./supplier-state";

/** A supplier's settings, one dialog per topic. */
export function SupplierSettings({ supplier }: { supplier: SupplierDetails }) {
  const common = { action: updateSupplierAction, submitLabel: "Save", hidden: { supplierId: supplier.id } };
  return (
    <>
      <AllowedDialog
        {...common}
        label="Connection"
        detail="A new key or address takes the supplier off hold. The current key can't be shown."
      >
        <ActionInput name="name" label="Name" defaultValue={supplier.name} maxLength={80} required />
        {supplier.kind === "panel_v2" ? (
          <>
            <ActionInput name="apiUrl" label="API address" type="url" defaultValue={supplier.apiUrl ?? ""} />
            <ActionInput
              name="apiKey"
              label="New API key"
              hint="Leave empty to keep the current key. A new address needs a key."
              type="password"
            />
            <ActionSelect
              name="account"
              label="Orders that it has now"
              hint="Needed with a new address or key. Their numbers mean nothing at another account."
              options={[
                ["", "Choose"],
                ["same", "The same account: keep asking about them"],
                ["other", "Another account: put them into review"],
              ]}
            />
          </>
        ) : null}
      </AllowedDialog>
      <AllowedDialog
        {...common}
        label="Limits and balance"
        detail="How many calls it accepts, and when to warn about its balance."
      >
        <RecordFields
          record={supplier}
          fields={[
            { name: "ratePerSecond", label: "Calls per second", kind: "number" },
            { name: "maxConcurrent", label: "Calls at once", kind: "number" },
            {
              name: "lowBalance",
              label: "Alert below",
              hint: "In its currency.",
              inputMode: "decimal",
              defaultValue: plainDecimal(supplier.lowBalance),
              required: true,
            },
          ]}
        />
      </AllowedDialog>
      <AllowedDialog
        {...common}
        label="Evidence"
        title="Evidence of outcomes"
        detail="When an answer is lost, nothing is bought a second time without evidence. Choose only what the supplier promises in writing."
      >
        <EvidenceFields supplier={supplier} />
      </AllowedDialog>
      <AllowedDialog
        {...common}
        label="Error texts"
        detail="The supplier's own texts, checked before the common ones. A text must match the whole message; * matches anything. Every meaning except the last says that nothing was bought."
      >
        <ErrorRulesEditor rules={supplier.errorRules} />
      </AllowedDialog>
    </>
  );
}
