import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { AdminSection } from "@/components/admin/admin-section";
import { Pager } from "@/components/admin/pager";
import { LocalTime } from "@/components/orders/local-time";
import { getDb } from "@/lib/base/db/client";
import { changesBetween } from "@/lib/shop/catalog/diff-documents";
import { loadDraft } from "@/lib/shop/catalog/draft";
import { listVersions } from "@/lib/shop/catalog/publish";
import { revertAction } from "../actions";
import { ChangeList } from "../change-list";

export const metadata: Metadata = { title: "Versions" };

const searchSchema = z.object({ before: z.coerce.number().int().positive().optional().catch(undefined) });

/** Every published catalogue, with what it changed. */
export default async function VersionsPage({ searchParams }: SearchProps) {
  await requireAdmin("catalogue.read");
  const { before } = searchSchema.parse(await searchParams);
  const [draft, { rows, next }] = await Promise.all([loadDraft(getDb()), listVersions(getDb(), before)]);
  const newest = before === undefined ? rows[0]?.number : undefined;
  return (
    <CatalogFrame
      here="versions"
      intro="The catalogues that were published. An old one can be made the draft, and is then published as any other."
      draft={draft}
    >
      {rows.map(({ number, reason, publishedBy, publishedAt, document, before }) => (
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
          {before ? <ChangeList changes={changesBetween(before, document)} most={30} /> : null}
          {number === newest || draft.edits > 0 ? null : (
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
      <Pager mark="before" next={next} />
    </CatalogFrame>
  );
}
