import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { StatusBadge } from "@/app/admin/catalog/status-badge";
import { SortDialog } from "@/app/admin/sort-dialog";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { getDb } from "@/lib/base/db/client";
import { counterNames, type PlatformEntry, type UnitEntry } from "@/lib/shop/catalog/document";
import { loadDraft } from "@/lib/shop/catalog/draft";
import { createPlatformAction, reorderPlatformsAction, saveUnitAction } from "../actions";

export const metadata: Metadata = { title: "Platforms" };

export default async function PlatformsPage() {
  await requireAdmin("catalogue.read");
  const draft = await loadDraft(getDb());
  const edits = String(draft.edits);
  return (
    <CatalogFrame
      here="platforms"
      intro="The networks you sell for, and what their posts count."
      draft={draft}
    >
      <AdminSection
        title="Platforms"
        actions={
          <>
            <SortDialog
              title="Order of the platforms"
              detail="The first platform comes first in the shop."
              action={reorderPlatformsAction}
              hasReason={false}
              hidden={{ edits }}
              entries={draft.document.platforms.map(({ slug, label }) => ({ id: slug, label }))}
            />
            <NewPlatform edits={edits} />
          </>
        }
      >
        <AdminList empty="There is no platform yet. Add one." className="divide-y divide-border *:py-3">
          {draft.document.platforms.map((platform) => (
            <PlatformRow key={platform.slug} platform={platform} />
          ))}
        </AdminList>
      </AdminSection>
      <AdminSection
        title="Units"
        detail="What an order counts, such as followers. Services of several platforms can share one."
        actions={<UnitDialog edits={edits} />}
      >
        <AdminList empty="There is no unit yet. Add one." className="divide-y divide-border *:py-2">
          {draft.document.units.map((unit) => (
            <li key={unit.slug} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
              <span>
                <span className="font-semibold">
                  1 {unit.one}, 2 {unit.many}
                </span>{" "}
                <span className="text-sm text-muted-foreground">
                  {unit.counter ? `Counted as public ${unit.counter}` : "No public count"}
                </span>
              </span>
              <UnitDialog unit={unit} edits={edits} />
            </li>
          ))}
        </AdminList>
      </AdminSection>
    </CatalogFrame>
  );
}

function PlatformRow({ platform: { slug, label, status, services } }: { platform: PlatformEntry }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <AdminLink
        href={`/admin/catalog/platforms/${slug}`}
        className="inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
      >
        {label}
      </AdminLink>
      <span className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
        {services.map((service) => service.label).join(", ") || "No service yet"}
        <StatusBadge status={status} />
      </span>
    </li>
  );
}

function NewPlatform({ edits }: { edits: string }) {
  return (
    <AllowedDialog
      label="New platform"
      variant="default"
      detail="It begins as a draft with links of profiles. You then add its services, and check its links and texts."
      action={createPlatformAction}
      submitLabel="Add to the draft"
      hasReason={false}
      hidden={{ edits }}
    >
      <ActionInput
        name="label"
        label="Name"
        hint="As buyers know it, such as YouTube."
        maxLength={40}
        required
      />
      <ActionInput
        name="slug"
        label="Address in the shop"
        hint="Small letters, such as youtube. It can't be changed once it is published."
        autoCapitalize="none"
        maxLength={40}
        required
      />
      <ActionInput
        name="host"
        label="Website"
        hint="Where its links lead, such as youtube.com."
        inputMode="url"
        autoCapitalize="none"
        required
      />
    </AllowedDialog>
  );
}

function UnitDialog({ unit, edits }: { unit?: UnitEntry; edits: string }) {
  return (
    <AllowedDialog
      label={unit ? "Edit" : "New unit"}
      ariaLabel={unit ? `Edit the unit ${unit.many}` : "New unit"}
      title={unit ? `Unit “${unit.many}”` : "New unit"}
      detail="Orders that were placed keep the words under which they were sold."
      action={saveUnitAction}
      submitLabel="Save unit"
      hasReason={false}
      hidden={{ edits, ...(unit && { slug: unit.slug }) }}
    >
      <ActionInput
        name="one"
        label="One of it"
        hint="Such as subscriber."
        defaultValue={unit?.one}
        maxLength={30}
        required
      />
      <ActionInput
        name="many"
        label="Several of it"
        hint="Such as subscribers."
        defaultValue={unit?.many}
        maxLength={30}
        required
      />
      {unit ? null : (
        <ActionInput
          name="slug"
          label="Short name"
          hint="Small letters, such as subscribers. It can't be changed later."
          autoCapitalize="none"
          maxLength={40}
          required
        />
      )}
      <ActionSelect
        name="counter"
        label="Public count"
        hint="Which count on the platform shows what has arrived. Without one, only the supplier's report says it."
        defaultValue={unit?.counter ?? ""}
        options={[["", "None"], ...counterNames.map((name) => [name, `Public ${name}`] as const)]}
      />
    </AllowedDialog>
  );
}
