import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { ActionForm } from "@/components/admin/action-form";
import { DeskHeading } from "@/components/admin/desk-heading";
import { AddSupplierDialog } from "@/components/admin/suppliers/add-supplier-dialog";
import { isBalanceLow } from "@/components/admin/suppliers/balance-text";
import { SupplierCard } from "@/components/admin/suppliers/supplier-card";
import { SupplierTabs } from "@/components/admin/suppliers/supplier-tabs";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/db/client";
import { listSuppliers } from "@/lib/fulfillment/suppliers/queries";
import { addSupplierAction, refreshBalancesAction } from "./actions";

export const metadata: Metadata = { title: "Suppliers" };

/** Who delivers, what their accounts hold, and how long that lasts. */
export default async function SuppliersPage() {
  await requireAdmin();
  const suppliers = await listSuppliers(getDb());
  return (
    <>
      <DeskHeading title="Suppliers" intro="Who delivers, what their accounts hold, and how long that lasts.">
        <AddSupplierDialog action={addSupplierAction} />
      </DeskHeading>
      <SupplierTabs here="/admin/suppliers" />
      {suppliers.length === 0 ? (
        <EmptyState
          title="No supplier yet"
          detail="Paid orders wait until somebody delivers. Add a supplier, import its services and map them."
        />
      ) : (
        <>
          <ActionForm
            action={refreshBalancesAction}
            submitLabel="Ask for balances now"
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
