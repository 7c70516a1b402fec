import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { getSite } from "@/app/_server/site";
import { AllowedForm } from "@/app/admin/allowed-action";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { LocalTime } from "@/components/orders/local-time";
import { getDb } from "@/lib/base/db/client";
import { findText, listVersions, loadTextVersions } from "@/lib/shop/legal/find-text";
import { type LegalKind, legalKinds, legalTitles, versionPath } from "@/lib/shop/legal/kinds";
import { publishTextAction } from "./actions";
import { LegalFields } from "./legal-fields";

export const metadata: Metadata = { title: "Legal texts" };

const searchSchema = z.object({ kind: z.enum(legalKinds).catch("terms") });

/** The legal texts: their versions, and the next one with its preview. */
export default async function LegalPage({ searchParams }: SearchProps) {
  await requireAdmin("legal.read");
  const { kind } = searchSchema.parse(await searchParams);
  const db = getDb();
  const version = (await loadTextVersions(db))[kind];
  const [text, { name, supportEmail }] = await Promise.all([findText(db, kind, version), getSite()]);
  return (
    <>
      <AdminHeading
        title="Legal texts"
        intro="A published version never changes and can always be read: each order keeps the versions that its buyer accepted."
      />
      <AdminTabs
        label="Texts"
        tabs={legalKinds.map((each) => ({
          href: `/admin/legal?kind=${each}`,
          label: legalTitles[each],
          isHere: each === kind,
        }))}
      />
      <Versions kind={kind} />
      <AdminSection
        title={`Version ${version + 1}`}
        detail="Markdown: ## begins a heading, - an item, and [text](https://…) is a link. {shop} and {email} become the shop's name and support address. HTML is shown as it is typed."
      >
        <AllowedForm
          key={kind}
          action={publishTextAction}
          submitLabel={`Publish version ${version + 1}`}
          hidden={{ kind, basedOn: String(version) }}
        >
          <LegalFields
            text={{ kind, lead: text?.lead ?? "", body: text?.body ?? "" }}
            shop={{ name, supportEmail }}
          />
        </AllowedForm>
      </AdminSection>
    </>
  );
}

async function Versions({ kind }: { kind: LegalKind }) {
  const versions = await listVersions(getDb(), kind);
  return (
    <AdminSection title="Published">
      <AdminList
        empty="Not written yet. The page and its link in the footer appear when you publish it."
        className="divide-y divide-border"
      >
        {versions.map(({ version, publishedAt, publishedBy, reason }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-4 py-2 wrap-anywhere">
            <AdminLink
              href={versionPath(kind, version)}
              className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
            >
              Version {version}
            </AdminLink>
            <span className="text-muted-foreground">
              <LocalTime at={publishedAt} /> by {publishedBy}: {reason}
            </span>
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}
