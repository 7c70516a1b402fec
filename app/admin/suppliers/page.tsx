import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AddSupplierDialog } from "@/app/admin/suppliers/add-supplier-dialog";
import { isBalanceLow } from "@/app/admin/suppliers/balance-text";
import { SupplierCard } from "@/app/admin/suppliers/supplier-card";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { ActionForm } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/db/client";
import { listSuppliers } from "@/lib/suppliers/queries";
import { addSupplierAction, refreshBalancesAction } from "./actions";

export const metadata: Metadata = { title: "Suppliers" };

/** Who delivers, what their accounts hold, and how long that lasts. */
export default async function SuppliersPage() {
  await requireAdmin();
  const suppliers = await listSuppliers(getDb());
  return (
    <>
      <AdminHeading
        title="Suppliers"
        intro="Who delivers, what their accounts hold, and how long that lasts."
      >
        <AddSupplierDialog action={addSupplierAction} />
      </AdminHeading>
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
