import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { reorderMappingsAction } from "@/app/admin/suppliers/actions";
import { scorecardRow } from "@/app/admin/suppliers/scorecard-row";
import { ScorecardTable } from "@/app/admin/suppliers/scorecard-table";
import { SupplierTabs } from "@/app/admin/suppliers/supplier-tabs";
import { ActionSelect } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { FilterForm } from "@/components/admin/filter-form";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { proposalText } from "@/lib/delivery/scorecard/describe-record";
import { loadScorecard, type ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { byService } from "@/lib/delivery/scorecard/prefer-best-supplier";
import { minDeliveries, minGain, proposeRanking, scoreText } from "@/lib/delivery/scorecard/propose-ranking";
import { loadSettings } from "@/lib/shop/settings/site-settings";

export const metadata: Metadata = { title: "Scorecard" };

const periods = ["30", "90"] as const;
const periodSchema = z.object({ days: z.enum(periods).catch("30") });

/**
 * How the suppliers' services performed by the shop's own counts and clock, and the order of preference that follows.
 */
export default async function ScorecardPage({ searchParams }: SearchProps) {
  await requireAdmin("numbers.read");
  const { days } = periodSchema.parse(await searchParams);
  const [records, { preferenceBy }] = await Promise.all([
    loadScorecard(getDb(), Number(days)),
    loadSettings(getDb()),
  ]);
  return (
    <>
      <AdminHeading
        title="Scorecard"
        intro="What each supplier's service really did, by our own counts of the public counters and our own clock."
      />
      <SupplierTabs here="/admin/suppliers/scorecard" />
      <FilterForm className="flex max-w-xs">
        <ActionSelect
          name="days"
          label="Period"
          className="flex-1"
          defaultValue={days}
          options={periods.map((each) => [each, `Last ${each} days`])}
        />
      </FilterForm>
      <p className="max-w-prose text-sm text-muted-foreground">
        {scoreText}{" "}
        {preferenceBy === "scorecard"
          ? `Once a day the shop itself puts the best one first, if it is at least ${minGain * 100}% better over 30 days.`
          : "You decide the order; the settings can leave it to the scorecard."}
      </p>
      {records.length === 0 ? (
        <EmptyState
          title="No service is mapped"
          detail="Open a supplier and map one of its services; its deliveries are counted from then on."
        />
      ) : (
        byService(records).map((own) => <ServiceScorecard key={own[0]?.smmServiceId} records={own} />)
      )}
    </>
  );
}

/** One of our services: its suppliers in their current order, and the proposed one. */
function ServiceScorecard({ records }: { records: ServiceRecord[] }) {
  const proposal = proposeRanking(records);
  const ours = records[0]?.ours ?? "";
  return (
    <AdminSection
      title={ours}
      actions={
        proposal ? (
          <AllowedDialog
            label="Use this order"
            ariaLabel={`Use this order for ${ours}`}
            title={`New supplier order for ${ours}`}
            detail={proposalText(proposal)}
            action={reorderMappingsAction}
            hidden={{
              smmServiceId: String(records[0]?.smmServiceId),
              ids: proposal.mappingIds.join(","),
            }}
          />
        ) : null
      }
    >
      {proposal ? (
        <Alert title="Another order would be better">
          {proposalText(proposal)} Proposed: {namesOf(records, proposal.mappingIds)}.
          {proposal.isComplete
            ? ""
            : ` Services with fewer than ${minDeliveries} counted deliveries keep their place.`}
        </Alert>
      ) : null}
      <ScorecardTable caption={`Suppliers of ${ours}`} rows={records.map(scorecardRow)} />
    </AdminSection>
  );
}

function namesOf(records: ServiceRecord[], mappingIds: string[]): string {
  const names = mappingIds.map((id) => records.find((record) => record.mappingId === id)?.supplierName ?? "");
  return names.map((name, place) => `${place + 1}. ${name}`).join(", ");
}
