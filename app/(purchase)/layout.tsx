import type { ReactNode } from "react";
import { getSite } from "@/app/_server/site";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { ClaimsProvider } from "@/components/purchase/claims-context";

/** The layout of all purchase steps. On a phone the footer leaves room for the action bar. */
export default async function PurchaseLayout({ children }: { children: ReactNode }) {
  const { name, supportEmail, claims, hasFacts } = await getSite();
  return (
    <div className="flex min-h-dvh flex-col max-lg:has-data-[slot=action-bar]:pb-28">
      <SiteHeader shopName={name} supportEmail={supportEmail} />
      <main id="main" className="column flex-1 pt-24 pb-16 lg:pt-28">
        <ClaimsProvider claims={claims}>{children}</ClaimsProvider>
      </main>
      <SiteFooter shopName={name} supportEmail={supportEmail} claims={claims} hasFacts={hasFacts} />
    </div>
  );
}
