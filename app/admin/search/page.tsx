import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { ActionInput } from "@/components/admin/action-form";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { hasCode } from "@/lib/base/errors";
import { may, staffRoleOf } from "@/lib/people/auth/roles";
import { adminPages } from "../admin-pages";
import { findPages } from "./find-pages";
import type { ResultGroup } from "./result-groups";
import { searchFor, searchSchema } from "./search-request";
import { nothingMatches, searchHint } from "./search-texts";

export const metadata: Metadata = { title: "Search" };

/** The search as a page: without JavaScript, and for a link to its results. */
export default async function SearchPage({ searchParams }: SearchProps) {
  const admin = await requireAdmin("overview");
  const { q } = searchSchema.parse(await searchParams);
  const role = staffRoleOf(admin.roles);
  const allowed = adminPages.filter(({ permission }) => may(role, permission)).map(({ href }) => href);
  const found = await searchFor(admin, q).catch((error: unknown) => {
    if (hasCode(error, "rate_limited")) return null;
    throw error;
  });
  return (
    <>
      <AdminHeading title="Search" intro={searchHint} />
      <form method="get" className="flex flex-wrap items-end gap-3">
        <ActionInput
          name="q"
          label="Search everything"
          type="search"
          defaultValue={q}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="mb-1.5 min-h-12">
          Search
        </Button>
      </form>
      {found ? (
        <Results q={q} groups={[...(q ? findPages(q, allowed) : []), ...found]} />
      ) : (
        <EmptyState title="You have searched very often" detail="Please wait a minute, then search again." />
      )}
    </>
  );
}

function Results({ q, groups }: { q: string; groups: ResultGroup[] }) {
  if (q === "") return null;
  if (groups.length === 0) return <EmptyState title={`Nothing matches “${q}”`} detail={nothingMatches} />;
  return groups.map(({ title, results }) => (
    <AdminSection key={title} title={title}>
      <ul className="divide-y divide-border">
        {results.map(({ href, title: name, detail }) => (
          <li key={href}>
            <AdminLink href={href} className="flex min-h-11 flex-col justify-center py-2 hover:underline">
              <span className="font-medium wrap-anywhere">{name}</span>
              <span className="text-sm wrap-anywhere text-muted-foreground">{detail}</span>
            </AdminLink>
          </li>
        ))}
      </ul>
    </AdminSection>
  ));
}
