import type { Metadata } from "next";
import { Suspense } from "react";
import { concurrencyLimit } from "@/app/_server/concurrency";
import { getStripe, supplierDeps } from "@/app/_server/runtime";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button-variants";
import { Skeleton } from "@/components/ui/skeleton";
import { getDb } from "@/lib/base/db/client";
import { getEnv, isLive } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import {
  checkReadiness,
  type ReadinessCheck,
  readinessTitle,
} from "@/lib/operator/readiness/check-readiness";
import { type ReadinessState, readinessWords } from "@/lib/operator/readiness/readiness-check";
import { listFollowersRefills, mayPromiseRefills } from "@/lib/shop/catalog/load-catalog";
import { shownClaims } from "@/lib/shop/settings/claims";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { confirmTestMailAction, sendTestMailAction } from "./actions";
import { ClaimList } from "./claim-list";

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
        <ReadinessChecks />
      </Suspense>
      <Claims />
    </>
  );
}

async function ReadinessChecks() {
  const deps = { ...supplierDeps(), env: getEnv(), stripe: getStripe() };
  const checks = await concurrencyLimit("checks").run(() => checkReadiness(deps));
  return (
    <AdminSection title={readinessTitle(checks)}>
      <CheckList checks={checks} />
    </AdminSection>
  );
}

async function Claims() {
  const [settings, refills] = await Promise.all([loadSettings(getDb()), listFollowersRefills(getDb())]);
  const rules = { isLive: isLive(), now: databaseNow, areFollowersRefilled: mayPromiseRefills(refills) };
  return (
    <AdminSection
      title="Claims"
      anchor="claims"
      detail={
        isLive()
          ? "What the pages say about the shop. A claim is shown only once someone has said how it can be proven, because a court or a customer may ask."
          : "What the pages say about the shop. A local shop shows what the specification says. A live shop shows a claim only once someone has said how it can be proven."
      }
    >
      <ClaimList settings={settings} shown={shownClaims(settings, rules)} />
    </AdminSection>
  );
}

const badges: Record<ReadinessState, React.ReactNode> = {
  ready: <Badge variant="completed">{readinessWords.ready}</Badge>,
  missing: <Badge variant="failed">{readinessWords.missing}</Badge>,
  off: <Badge variant="outline">{readinessWords.off}</Badge>,
};

function CheckList({ checks }: { checks: ReadinessCheck[] }) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {checks.map(({ name, label, state, message, next, testMail }) => (
        <li
          key={name}
          className="grid gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-start"
        >
          <div className="flex items-center justify-between gap-3 sm:flex-col sm:items-start sm:gap-2">
            <h3 className="font-medium">{label}</h3>
            {badges[state]}
          </div>
          <p className="max-w-prose wrap-anywhere text-muted-foreground">{message}</p>
          <div className="flex flex-wrap gap-2">
            {next ? (
              <AdminLink href={next.href} className={buttonVariants({ variant: "outline", size: "sm" })}>
                {next.label}
              </AdminLink>
            ) : null}
            {name === "mail" ? <TestMailSteps testMail={testMail} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Sends a test mail, and confirms one that arrived. */
function TestMailSteps({ testMail }: { testMail: ReadinessCheck["testMail"] }) {
  return (
    <div className="flex flex-col gap-3">
      {testMail?.canConfirm ? (
        <AllowedForm
          action={confirmTestMailAction}
          submitLabel="It has arrived"
          hidden={{ id: testMail.id }}
          hasReason={false}
        />
      ) : null}
      <AllowedForm
        action={sendTestMailAction}
        submitLabel="Send a test email"
        variant="outline"
        hasReason={false}
      />
    </div>
  );
}
