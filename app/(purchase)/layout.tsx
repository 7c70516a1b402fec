import type { ReactNode } from "react";
import { getSite } from "@/app/_server/site";
import { PageFrame } from "@/components/layout/page-frame";
import { LegalBlocks } from "@/components/legal/legal-blocks";
import { BeforePayingProvider } from "@/components/purchase/before-paying";
import { consentLine, consentLineKey } from "@/lib/shop/legal/consent-line";
import { parseLegalText } from "@/lib/shop/legal/parse-legal-text";

/** The layout of all purchase steps. On a phone the footer leaves room for the action bar. */
export default async function PurchaseLayout({ children }: { children: ReactNode }) {
  const site = await getSite();
  const { name, supportEmail, textVersions, minimumAge, asksForTick } = site;
  const { terms, privacy, refunds } = textVersions;
  const line = consentLine(minimumAge);
  return (
    <PageFrame site={site} className="max-lg:has-data-[slot=action-bar]:pb-28">
      <BeforePayingProvider
        text={<LegalBlocks blocks={parseLegalText(line, { name, supportEmail })} />}
        shown={{ terms, privacy, refunds, line: consentLineKey(line) }}
        asksForTick={asksForTick}
      >
        {children}
      </BeforePayingProvider>
    </PageFrame>
  );
}
