import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { isBalanceLow } from "@/app/admin/suppliers/balance-text";
import { SupplierCard } from "@/app/admin/suppliers/supplier-card";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionForm, ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/db/client";
import { listSuppliers } from "@/lib/suppliers/queries";
import { addSupplierAction, refreshBalancesAction } from "./actions";

export const metadata: Metadata = { title: "Suppliers" };

/** The suppliers with their balances. */
export default async function SuppliersPage() {
  await requireAdmin();
  const suppliers = await listSuppliers(getDb());
  return (
    <>
      <AdminHeading title="Suppliers" intro="Suppliers, their balances, and how long these last.">
        <AddSupplierDialog />
      </AdminHeading>
      <SupplierTabs here="/admin/suppliers" />
      {suppliers.length === 0 ? (
        <EmptyState
          title="No supplier yet"
          detail="Paid orders wait for a supplier. Add one, import its services and map them."
        />
      ) : (
        <>
          <ActionForm
            action={refreshBalancesAction}
            submitLabel="Update balances now"
            variant="outline"
            hasReason={false}
          />
          <ul aria-label="Suppliers" className="flex flex-col gap-4">
            {suppliers.map((supplier) => (
              <SupplierCard
                key={supplier.id}
                supplier={{
                  ...supplier,
                  balanceAt: supplier.balanceAt?.toISOString() ?? null,
                  isLow: isBalanceLow(supplier),
                }}
              />
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
    <ActionDialog
      label="Add supplier"
      variant="default"
      title="New supplier"
      detail="A panel that speaks the SMM panel API v2. Nothing is sent to it until one of its services is mapped."
      action={addSupplierAction}
      submitLabel="Add supplier"
      hidden={{ kind: "panel_v2" }}
    >
      <ActionInput name="name" label="Name" autoComplete="off" maxLength={80} required />
      <ActionInput
        name="apiUrl"
        label="API address"
        hint="It often ends with /api/v2."
        type="url"
        autoComplete="off"
        required
      />
      <ActionInput
        name="apiKey"
        label="API key"
        hint="It is stored encrypted and never shown again."
        type="password"
        autoComplete="off"
        required
      />
    </ActionDialog>
  );
}
