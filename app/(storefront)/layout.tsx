import { getSite } from "@/app/_server/site";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { AnnouncementBar } from "@/components/storefront/announcement-bar";
import { SocialProof } from "@/components/storefront/social-proof";

export default async function StorefrontLayout({ children }: { children: React.ReactNode }) {
  const { name, supportEmail, claims, announcement, socialProofSource } = await getSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader shopName={name} supportEmail={supportEmail} />
      <main id="main" className="flex-1 pt-16 lg:pt-18">
        <AnnouncementBar text={announcement} />
        {children}
      </main>
      <SiteFooter shopName={name} supportEmail={supportEmail} claims={claims} />
      <SocialProof source={socialProofSource} />
    </div>
  );
}
