import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { getDb } from "@/lib/base/db/client";
import { changesBetween } from "@/lib/shop/catalog/diff-documents";
import { loadDraft } from "@/lib/shop/catalog/draft";
import { listVersions, mostVersions } from "@/lib/shop/catalog/publish";
import { revertAction } from "../actions";
import { ChangeList } from "../change-list";

export const metadata: Metadata = { title: "Versions" };

/** Every published catalogue, with what it changed. */
export default async function VersionsPage() {
  await requireAdmin("catalogue.read");
  const [draft, versions] = await Promise.all([loadDraft(getDb()), listVersions(getDb())]);
  return (
    <CatalogFrame
      here="versions"
      intro={`The newest ${mostVersions} catalogues that were published. An old one can be made the draft, and is then published as any other.`}
      draft={draft}
    >
      {versions.map(({ number, reason, publishedBy, publishedAt, document, before }) => (
        <AdminSection
          key={number}
          title={`Version ${number}`}
          detail={
            <>
              {publishedBy === "shop" ? "The shop itself" : publishedBy}, <LocalTime at={publishedAt} />:{" "}
              {reason}
            </>
          }
        >
          {before ? <ChangeList changes={changesBetween(before, document)} /> : null}
          {number === versions[0]?.number || draft.edits > 0 ? null : (
            <AllowedForm
              action={revertAction}
              submitLabel="Make a draft of it"
              variant="outline"
              size="sm"
              hasReason={false}
              hidden={{ number: String(number) }}
            />
          )}
        </AdminSection>
      ))}
    </CatalogFrame>
  );
}
