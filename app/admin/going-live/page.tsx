import type { Metadata } from "next";
import { Suspense } from "react";
import { getStripe, supplierOptions } from "@/app/_server/runtime";
import { requireAdmin } from "@/app/_server/session";
import { shareOf } from "@/app/_server/shares";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { Skeleton } from "@/components/ui/skeleton";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { checkParts } from "@/lib/reporting/check-parts";
import { PartList } from "./part-list";

export const metadata: Metadata = { title: "Going live" };

/** Tests every part of the shop, and says what is missing and what to do next. */
export default async function GoingLivePage() {
  await requireAdmin("operations.read");
  return (
    <>
      <AdminHeading
        title="Going live"
        intro="Every part of the shop, tested now. Reload the page to test again."
      />
      <Suspense
        fallback={
          <AdminSection title="Testing …">
            <Skeleton className="h-96 w-full" />
          </AdminSection>
        }
      >
        <Parts />
      </Suspense>
    </>
  );
}

async function Parts() {
  const deps = { db: getDb(), env: getEnv(), stripe: getStripe(), provider: supplierOptions() };
  const parts = await shareOf("checks").run(() => checkParts(deps));
  const missing = parts.filter(({ state }) => state === "missing").length;
  return (
    <AdminSection
      title={missing === 0 ? "Everything is ready" : `${missing} of ${parts.length} parts need you`}
    >
      <PartList parts={parts} />
    </AdminSection>
  );
}
