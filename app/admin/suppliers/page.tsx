import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog, AllowedForm } from "@/app/admin/allowed-action";
import { PauseSupplier } from "@/app/admin/suppliers/pause-supplier";
import { balanceFacts, SupplierStates } from "@/app/admin/suppliers/supplier-state";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { FactList } from "@/components/admin/fact-list";
import { LocalTime } from "@/components/orders/local-time";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { listSuppliers, type SupplierSummary } from "@/lib/delivery/suppliers/list-suppliers";
import { addSupplierAction, refreshBalancesAction } from "./actions";

export const metadata: Metadata = { title: "Suppliers" };

export default async function SuppliersPage() {
  await requireAdmin("suppliers.read");
  const suppliers = await listSuppliers(getDb());
  return (
    <>
      <AdminHeading
        title="Suppliers"
        intro="Your suppliers, their balances, and how long the balances will last."
      >
        <AddSupplierDialog />
      </AdminHeading>
      <SupplierTabs here="/admin/suppliers" />
      {suppliers.length === 0 ? (
        <EmptyState
          title="No supplier yet"
          detail="Nothing is on sale until somebody delivers it. Add a supplier, import its services and map them."
        />
      ) : (
        <>
          <AllowedForm
            action={refreshBalancesAction}
            submitLabel="Update balances now"
            variant="outline"
            hasReason={false}
          />
          <ul aria-label="Suppliers" className="flex flex-col gap-4">
            {suppliers.map((supplier) => (
              <SupplierCard key={supplier.id} supplier={supplier} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Adds a panel. Its key is encrypted and never shown again. */
function AddSupplierDialog() {
  return (
    <AllowedDialog
      label="Add supplier"
      variant="default"
      title="New supplier"
      detail="A panel that speaks the SMM panel API v2. Nothing is sent to it until one of its services is mapped."
      action={addSupplierAction}
      hidden={{ kind: "panel_v2" }}
    >
      <ActionInput name="name" label="Name" maxLength={80} required />
      <ActionInput name="apiUrl" label="API address" hint="It often ends with /api/v2." type="url" required />
      <ActionInput
        name="apiKey"
        label="API key"
        hint="It is stored encrypted and never shown again."
        type="password"
        required
      />
    </AllowedDialog>
  );
}

function SupplierCard({ supplier }: { supplier: SupplierSummary }) {
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-border bg-card p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">
          <AdminLink
            href={`/admin/suppliers/${supplier.id}`}
            className="inline-flex min-h-11 items-center text-primary underline-offset-4 hover:underline"
          >
            {supplier.name}
          </AdminLink>
        </h2>
        <span className="flex flex-wrap items-center gap-3">
          <SupplierStates supplier={supplier} />
          <PauseSupplier
            supplier={supplier}
            isOff={!supplier.isActive || supplier.holdReason !== null}
            variant="ghost"
          />
        </span>
      </div>
      <FactList
        facts={{
          ...balanceFacts(supplier),
          Services: supplier.services.toLocaleString("en-US"),
          "Balance from": supplier.balanceAt ? <LocalTime at={supplier.balanceAt} /> : "Never",
        }}
      />
    </li>
  );
}
