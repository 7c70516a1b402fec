import { AllowedDialog } from "@/app/admin/allowed-action";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { changesBetween, countChanges } from "@/lib/shop/catalog/diff-documents";
import type { Draft } from "@/lib/shop/catalog/draft";
import { discardDraftAction } from "./actions";

const pages = {
  platforms: ["Platforms", "/admin/catalog/platforms"],
  packages: ["Packages", "/admin/catalog"],
  changes: ["Changes", "/admin/catalog/changes"],
  versions: ["Versions", "/admin/catalog/versions"],
} as const;

type CatalogFrameProps = {
  here: keyof typeof pages;
  title?: string;
  intro: string;
  draft: Draft;
  children: React.ReactNode;
};

/** The catalogue's pages: what is being changed, and whether it is published. */
export function CatalogFrame({ here, title = "Catalogue", intro, draft, children }: CatalogFrameProps) {
  const count = countChanges(changesBetween(draft.now, draft.document));
  return (
    <>
      <AdminHeading title={title} intro={intro} />
      <AdminTabs
        label="Catalogue"
        tabs={Object.entries(pages).map(([page, [label, href]]) => ({
          href,
          label: page === "changes" && count > 0 ? `${label} (${count})` : label,
          isHere: page === here,
        }))}
      />
      {draft.edits > 0 ? <DraftBar count={count} draft={draft} isReviewed={here === "changes"} /> : null}
      {children}
    </>
  );
}

function DraftBar({ count, draft, isReviewed }: { count: number; draft: Draft; isReviewed: boolean }) {
  return (
    <Alert variant="warning">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="font-semibold">
          {count === 1 ? "1 change is not published" : `${count} changes are not published`}
        </p>
        <div className="flex flex-wrap gap-2">
          {isReviewed ? null : (
            <ButtonLink href="/admin/catalog/changes" prefetch={false} variant="outline" size="sm">
              Review
            </ButtonLink>
          )}
          <AllowedDialog
            label="Discard"
            variant="ghost"
            title="Discard the draft?"
            detail={`All changes that are not published are lost, also those of others. The last edit is by ${draft.editedBy}.`}
            action={discardDraftAction}
            submitLabel="Discard the draft"
            hasReason={false}
            isDestructive
            hidden={{ edits: String(draft.edits) }}
          />
        </div>
      </div>
    </Alert>
  );
}
