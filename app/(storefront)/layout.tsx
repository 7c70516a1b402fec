import { getSite } from "@/app/_server/site";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { SocialProof } from "@/components/storefront/social-proof";

export default async function StorefrontLayout({ children }: { children: React.ReactNode }) {
  const site = await getSite();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader site={site} />
      <main id="main" className="flex-1 pt-16 lg:pt-18">
        <AnnouncementBar text={site.announcement} />
        {children}
      </main>
      <SiteFooter site={site} />
      {site.socialProofSource === "off" ? null : <SocialProof source={site.socialProofSource} />}
    </div>
  );
}

/** The operator's announcement above public pages; nothing when empty. */
function AnnouncementBar({ text }: { text: string }) {
  if (!text) return null;
  return (
    <section aria-label="Announcement" className="bg-primary text-primary-foreground">
      <p className="column py-2.5 text-center text-sm font-medium wrap-anywhere">{text}</p>
    </section>
  );
}
