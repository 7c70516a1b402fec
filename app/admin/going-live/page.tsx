import type { Metadata } from "next";
import { Suspense } from "react";
import { getStripe, supplierOptions } from "@/app/_server/runtime";
import { requireAdmin } from "@/app/_server/session";
import { shareOf } from "@/app/_server/shares";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminSection } from "@/components/admin/admin-section";
import { Skeleton } from "@/components/ui/skeleton";
import { areFollowersRefilled } from "@/lib/catalog/queries";
import { databaseNow } from "@/lib/clock";
import { shownClaims } from "@/lib/content/claims";
import { getDb } from "@/lib/db/client";
import { getEnv, isLive } from "@/lib/env";
import { checkParts } from "@/lib/reporting/check-parts";
import { loadSettings } from "@/lib/settings/site-settings";
import { ClaimList } from "./claim-list";
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
      <Claims />
    </>
  );
}

async function Parts() {
  const deps = { db: getDb(), env: getEnv(), stripe: getStripe(), provider: supplierOptions() };
  const parts = await shareOf("checks").run(() => checkParts(deps));
  const missing = parts.filter(({ state }) => state === "missing").length;
  return (
    <AdminSection
      title={
        missing === 0
          ? "Everything is ready"
          : `${missing} of ${parts.length} parts ${missing === 1 ? "needs" : "need"} you`
      }
    >
      <PartList parts={parts} />
    </AdminSection>
  );
}

/** Every claim with its evidence. */
async function Claims() {
  const [settings, areRefilled] = await Promise.all([loadSettings(getDb()), areFollowersRefilled(getDb())]);
  const rules = { isLive: isLive(), now: databaseNow, areFollowersRefilled: areRefilled };
  return (
    <div id="claims" className="scroll-mt-20">
      <AdminSection
        title="Claims"
        detail={
          isLive()
            ? "What the pages say about the shop. A claim is shown only once someone has said how it can be proven, because a court or a customer may ask."
            : "What the pages say about the shop. A local shop shows what the specification says. A live shop shows a claim only once someone has said how it can be proven."
        }
      >
        <ClaimList settings={settings} shown={shownClaims(settings, rules)} />
      </AdminSection>
    </div>
  );
}
