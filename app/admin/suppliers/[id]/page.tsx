import type { Metadata } from "next";
import { z } from "zod";
import { findRecord, type RecordProps, type SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog, AllowedForm } from "@/app/admin/allowed-action";
import { PauseSupplier } from "@/app/admin/suppliers/pause-supplier";
import { ServiceList } from "@/app/admin/suppliers/service-list";
import { SupplierSettings } from "@/app/admin/suppliers/supplier-settings";
import { balanceFacts, plainDecimal, SupplierStates } from "@/app/admin/suppliers/supplier-state";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { Pager } from "@/components/admin/pager";
import { SearchForm } from "@/components/admin/search-form";
import { getDb } from "@/lib/base/db/client";
import { pageOf } from "@/lib/base/list-page";
import { evidenceModes } from "@/lib/delivery/suppliers/evidence-modes";
import {
  findSupplier,
  listSupplierServices,
  type SupplierDetails,
} from "@/lib/delivery/suppliers/list-suppliers";
import { listOwnServices } from "@/lib/shop/catalog/list-entries";
import { importServicesAction, testConnectionAction } from "../actions";

export const metadata: Metadata = { title: "Supplier" };

const pageSize = 30;

const searchSchema = z.object({
  q: z.string().trim().max(100).optional().catch(undefined),
  skip: z.coerce.number().int().min(0).max(100_000).catch(0),
});

/** One supplier: account, settings and services. */
export default async function SupplierPage({ params, searchParams }: RecordProps & SearchProps) {
  await requireAdmin("suppliers.read");
  const supplier = await findRecord({ params }, (id) => findSupplier(getDb(), id));
  const search = searchSchema.parse(await searchParams);
  return (
    <>
      <AdminHeading title={supplier.name} intro={supplier.apiUrl}>
        <SupplierStates supplier={supplier} />
      </AdminHeading>
      <Account supplier={supplier} />
      <AdminSection
        title="Settings"
        detail="The key is encrypted: it can be replaced, but not shown."
        actions={<SupplierSettings supplier={supplier} />}
      >
        <FactList facts={settingFacts(supplier)} />
      </AdminSection>
      <Services supplier={supplier} {...search} />
    </>
  );
}

function Account({ supplier }: { supplier: SupplierDetails }) {
  const isOff = !supplier.isActive || supplier.holdReason !== null;
  return (
    <AdminSection
      title="Account"
      actions={<PauseSupplier supplier={supplier} isOff={isOff} anchor="pause" />}
    >
      <FactList
        facts={{
          ...balanceFacts(supplier),
          Key: supplier.hasKey ? "Encrypted" : "None",
        }}
      />
      {supplier.kind === "panel_v2" ? (
        <AllowedForm
          action={testConnectionAction}
          submitLabel="Test the connection"
          variant="outline"
          hasReason={false}
          hidden={{ supplierId: supplier.id }}
        />
      ) : null}
    </AdminSection>
  );
}

function settingFacts(supplier: SupplierDetails) {
  return {
    "Calls per second": supplier.ratePerSecond.toLocaleString("en-US"),
    "Calls at once": supplier.maxConcurrent.toLocaleString("en-US"),
    "Alert below": `${plainDecimal(supplier.lowBalance)} ${supplier.balanceCurrency ?? ""}`,
    "After a lost answer": evidenceModes[supplier.evidenceMode].label,
    "Own error texts": supplier.errorRules.length,
    "Writes numbers as": writtenNumbers[supplier.numberNotation ?? ""] ?? "Not known yet",
  };
}

// Where it is not known, "1.000" may be a thousand or one, and the shop does not guess.
const writtenNumbers: Record<string, string> = {
  point: "1,234.56",
  comma: "1.234,56",
  mixed: "Both 1,234.56 and 1.234,56: “1.000” is not read",
};

type ServicesProps = { supplier: SupplierDetails; q?: string | undefined; skip: number };

async function Services({ supplier, q, skip }: ServicesProps) {
  const db = getDb();
  const asked = { supplierId: supplier.id, limit: pageSize + 1, skip, ...(q && { search: q }) };
  const [found, ours] = await Promise.all([listSupplierServices(db, asked), listOwnServices(db)]);
  const { rows, next } = pageOf(found, pageSize, () => String(skip + pageSize));
  return (
    <AdminSection
      title="What it sells"
      actions={
        <AllowedDialog
          label="Import services"
          detail="Imports its current prices, minimums and maximums. Nothing is removed, and nothing is mapped automatically."
          action={importServicesAction}
          submitLabel="Import"
          hidden={{ supplierId: supplier.id }}
        />
      }
    >
      <SearchForm query={q} placeholder="Name, category or number" />
      <ServiceList services={rows} currency={supplier.balanceCurrency} ours={ours} />
      <Pager mark="skip" next={next} />
    </AdminSection>
  );
}
