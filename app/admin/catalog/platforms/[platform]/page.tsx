import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { StatusBadge, statusOptions } from "@/app/admin/catalog/status-badge";
import { ActionField, ActionInput, ActionSelect, CheckBox } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { Textarea } from "@/components/ui/textarea";
import { getDb } from "@/lib/base/db/client";
import { accents, adapters, glyphs, type PlatformEntry } from "@/lib/shop/catalog/document";
import { loadDraft } from "@/lib/shop/catalog/draft";
import { claimLabel, claimNames } from "@/lib/shop/settings/claims";
import { updatePlatformAction, updatePlatformTextsAction } from "../../actions";
import { PlatformLinks } from "./platform-links";
import { PlatformServices } from "./platform-services";

export const metadata: Metadata = { title: "Platform" };

/** One platform of the draft: its name and look, its links, its texts and its services. */
export default async function PlatformPage({
  params,
  searchParams,
}: SearchProps & { params: Promise<{ platform: string }> }) {
  await requireAdmin("catalogue.read");
  const { platform: slug } = await params;
  const draft = await loadDraft(getDb());
  const platform = draft.document.platforms.find((entry) => entry.slug === slug) ?? notFound();
  const edits = String(draft.edits);
  return (
    <CatalogFrame
      here="platforms"
      title={platform.label}
      intro={`What buyers see at /${slug}, and which links the shop takes.`}
      draft={draft}
    >
      <About platform={platform} edits={edits} />
      <PlatformServices
        platform={platform}
        units={draft.document.units}
        edits={edits}
        asked={textOf((await searchParams).service)}
      />
      <PlatformLinks platform={platform} edits={edits} />
      <Texts platform={platform} edits={edits} />
    </CatalogFrame>
  );
}

type PartProps = { platform: PlatformEntry; edits: string };

/** What the shop does not check at a platform whose social data it can't read. */
const unchecked =
  "None. The shop takes links as they are typed: it does not check that the account exists and is public, shows no pictures, and counts nothing itself.";

function About({ platform, edits }: PartProps) {
  const { slug, label, status, accent, glyph, hosts, adapter, sellsUnchecked } = platform;
  return (
    <AdminSection
      title="About it"
      actions={
        <AllowedDialog
          label="Edit"
          ariaLabel={`Edit ${label}`}
          title={label}
          detail="Buyers see it once the draft is published."
          action={updatePlatformAction}
          submitLabel="Save platform"
          hasReason={false}
          hidden={{ platform: slug, edits }}
        >
          <ActionInput name="label" label="Name" defaultValue={label} maxLength={40} required />
          <ActionSelect name="status" label="Status" defaultValue={status} options={statusOptions} />
          <div className="grid gap-4 sm:grid-cols-2">
            <ActionSelect name="accent" label="Accent" defaultValue={accent} options={accents.map(same)} />
            <ActionSelect name="glyph" label="Drawing" defaultValue={glyph} options={glyphs.map(same)} />
          </div>
          <ActionInput
            name="hosts"
            label="Websites"
            hint="Separated by spaces, without www. and m., which are taken too."
            defaultValue={hosts.join(" ")}
            autoCapitalize="none"
          />
          <ActionSelect
            name="adapter"
            label="Social data"
            hint="Where the shop looks up accounts and counts. With None, it takes links as they are typed and checks nothing at the platform."
            defaultValue={adapter ?? ""}
            options={[["", "None"], ...adapters.map(same)]}
          />
          <CheckBox
            name="sellsUnchecked"
            label="Sell it without checks"
            hint="Needed without social data. Orders for accounts that don't exist or are private then cost a refund."
            isOn={sellsUnchecked}
          />
        </AllowedDialog>
      }
    >
      <FactList
        facts={{
          Status: <StatusBadge status={status} />,
          "Address in the shop": `/${slug}`,
          Accent: accent,
          Drawing: glyph,
          Websites: hosts.join(", "),
          "Social data": adapter,
        }}
      />
      {adapter ? null : (
        <p className="text-sm text-muted-foreground">
          Social data: {unchecked} {sellsUnchecked ? "It is sold all the same." : "So it can't go live yet."}
        </p>
      )}
    </AdminSection>
  );
}

const same = <Value extends string>(value: Value) => [value, value] as const;

function Texts({ platform: { slug, label, texts }, edits }: PartProps) {
  return (
    <AdminSection
      title="Texts"
      actions={
        <AllowedDialog
          label="Edit texts"
          ariaLabel={`Edit texts of ${label}`}
          title={`Texts of ${label}`}
          detail="Buyers read them on its page and on the home page, once the draft is published."
          action={updatePlatformTextsAction}
          submitLabel="Save texts"
          hasReason={false}
          hidden={{ platform: slug, edits }}
        >
          <ActionField name="tagline" label="On its card">
            <Textarea
              name="tagline"
              defaultValue={texts.tagline}
              maxLength={160}
              className="min-h-16"
              required
            />
          </ActionField>
          <ActionField name="lead" label="Under the title of its page">
            <Textarea name="lead" defaultValue={texts.lead} maxLength={300} className="min-h-16" required />
          </ActionField>
          <div className="grid grid-cols-2 gap-4">
            <ActionInput name="post.one" label="One post is a" defaultValue={texts.post.one} maxLength={30} />
            <ActionInput name="post.many" label="Several are" defaultValue={texts.post.many} maxLength={30} />
            <ActionInput
              name="video.one"
              label="One video is a"
              defaultValue={texts.video.one}
              maxLength={30}
            />
            <ActionInput
              name="video.many"
              label="Several are"
              defaultValue={texts.video.many}
              maxLength={30}
            />
          </div>
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center font-medium">
              Figures on its card, four at most
            </summary>
            {claimNames.map((name) => (
              <CheckBox
                key={name}
                name={`figures.${name}`}
                label={claimLabel(name)}
                isOn={texts.figures.includes(name)}
              />
            ))}
          </details>
        </AllowedDialog>
      }
    >
      <FactList
        facts={{
          "On its card": texts.tagline,
          "Under the title of its page": texts.lead,
          Posts: `${texts.post.one}, ${texts.post.many}`,
          Videos: `${texts.video.one}, ${texts.video.many}`,
          Figures: texts.figures.map(claimLabel).join(", "),
        }}
      />
    </AdminSection>
  );
}
