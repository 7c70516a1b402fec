import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { SocialProof } from "@/components/storefront/social-proof";
import { getShop } from "@/lib/env";

export default function StorefrontLayout({ children }: { children: React.ReactNode }) {
  const { name, supportEmail } = getShop();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader shopName={name} supportEmail={supportEmail} />
      <main id="main" className="flex-1 pt-16 lg:pt-18">
        {children}
      </main>
      <SiteFooter shopName={name} supportEmail={supportEmail} />
      <SocialProof />
    </div>
  );
}
