import type { Metadata } from "next";
import { requireAdmin, visitorMay } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { CatalogFrame } from "@/app/admin/catalog/catalog-frame";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { queryString } from "@/lib/base/text/query-string";
import { loadMarginChanges } from "@/lib/operator/reporting/margin-changes";
import { problemsOf } from "@/lib/shop/catalog/check-document";
import { changesBetween } from "@/lib/shop/catalog/diff-documents";
import type { CatalogDocument } from "@/lib/shop/catalog/document";
import { loadDraft } from "@/lib/shop/catalog/draft";
import { publishAction } from "../actions";
import { ChangeList } from "../change-list";

export const metadata: Metadata = { title: "Changes" };

/** A large catalogue has six hundred services; a publication of all of them is not read line by line. */
const mostListed = 200;

const reasons = ["A supplier's price changed", "A sale", "Back to the usual price"];

/** What publishing the draft would change, and what still keeps it from being published. */
export default async function ChangesPage() {
  await requireAdmin("catalogue.read");
  const draft = await loadDraft(getDb());
  const changes = changesBetween(draft.now, draft.document);
  const problems = problemsOf(draft.document, draft.now);
  // Margins are for those who may see the shop's numbers.
  const margins = (await visitorMay("numbers.read")) ? await loadMarginChanges(getDb(), draft) : [];
  return (
    <CatalogFrame here="changes" intro="What publishing changes for buyers." draft={draft}>
      {changes.length === 0 ? (
        <EmptyState
          title="Nothing to publish"
          detail="The draft says what the catalogue says already. Change something under Platforms or Packages."
        />
      ) : (
        <>
          {problems.length > 0 ? (
            <AdminSection
              title="To be put right first"
              detail="The draft can be published once these are solved."
            >
              <ul className="flex flex-col gap-3 text-sm">
                {problems.map(({ path, message }) => (
                  <li key={message} className="flex flex-col">
                    <span className="wrap-anywhere">{message}</span>
                    <AdminLink
                      href={addressOf(path, draft.document)}
                      className="inline-flex min-h-11 items-center self-start font-semibold text-primary underline underline-offset-4"
                    >
                      Open
                    </AdminLink>
                  </li>
                ))}
              </ul>
            </AdminSection>
          ) : null}
          <AdminSection title="Changes">
            <ChangeList changes={changes} most={mostListed} edits={String(draft.edits)} />
          </AdminSection>
          {margins.length > 0 ? (
            <AdminSection title="Margins" detail="At the suppliers' prices of now, before the card's fees.">
              <ul className="flex flex-col gap-2 text-sm">
                {margins.map(({ about, text, isLoss }) => (
                  <li key={about} className={isLoss ? "font-semibold text-destructive" : undefined}>
                    {about}: {text}
                  </li>
                ))}
              </ul>
            </AdminSection>
          ) : null}
          {problems.length === 0 ? (
            <AdminSection
              title="Publish"
              detail="The public pages follow within a minute. Placed orders keep their prices and names. Versions keeps the catalogue as it was."
            >
              <AllowedForm
                action={publishAction}
                submitLabel="Publish"
                reasons={reasons}
                hidden={{ edits: String(draft.edits), seen: draft.seen }}
              />
            </AdminSection>
          ) : null}
        </>
      )}
    </CatalogFrame>
  );
}

/** The page on which a part of the document is edited. */
function addressOf(path: string, { packages, addOns }: CatalogDocument): string {
  const [list = "", key = ""] = path.split("/");
  if (list === "platforms") return `/admin/catalog/platforms/${key}`;
  if (list === "units") return "/admin/catalog/platforms";
  const entry = [...packages, ...addOns].find(({ id }) => id === key);
  return `/admin/catalog${queryString({ service: entry?.service, platform: entry?.platforms[0] })}`;
}
