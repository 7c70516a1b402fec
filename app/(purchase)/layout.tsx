import type { ReactNode } from "react";
import { getSite } from "@/app/_server/site";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { LegalBlocks } from "@/components/legal/legal-blocks";
import { BeforePayingProvider } from "@/components/purchase/before-paying";
import { consentLine, consentLineKey } from "@/lib/legal/consent-line";
import { parseLegalText } from "@/lib/legal/parse-legal-text";

/** The layout of all purchase steps. On a phone the footer leaves room for the action bar. */
export default async function PurchaseLayout({ children }: { children: ReactNode }) {
  const site = await getSite();
  const { name, supportEmail, textVersions, minimumAge, asksForTick } = site;
  const { terms, privacy, refunds } = textVersions;
  const line = consentLine(minimumAge);
  return (
    <div className="flex min-h-dvh flex-col max-lg:has-data-[slot=action-bar]:pb-28 max-lg:has-data-[slot=before-paying]:pb-64">
      <SiteHeader site={site} />
      <main id="main" className="column flex-1 pt-24 pb-16 lg:pt-28">
        <BeforePayingProvider
          line={<LegalBlocks blocks={parseLegalText(line, { name, supportEmail })} />}
          shown={{ terms, privacy, refunds, line: consentLineKey(line) }}
          asksForTick={asksForTick}
        >
          {children}
        </BeforePayingProvider>
      </main>
      <SiteFooter site={site} />
    </div>
  );
}
