import type { ClaimSwitches } from "@/lib/content/claims";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

type AccountFrameProps = {
  site: { name: string; supportEmail: string; claims: ClaimSwitches; hasFacts: boolean };
  children: React.ReactNode;
};

/** The frame of a customer's own pages. */
export function AccountFrame({ site, children }: AccountFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader shopName={site.name} supportEmail={site.supportEmail} />
      <main id="main" className="column flex-1 pt-24 pb-16 lg:pt-28">
        {children}
      </main>
      <SiteFooter
        shopName={site.name}
        supportEmail={site.supportEmail}
        claims={site.claims}
        hasFacts={site.hasFacts}
      />
    </div>
  );
}
