import { type FooterSite, SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

type AccountFrameProps = {
  site: FooterSite;
  children: React.ReactNode;
};

/** The frame of a customer's own pages. */
export function AccountFrame({ site, children }: AccountFrameProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader site={site} />
      <main id="main" className="column flex-1 pt-24 pb-16 lg:pt-28">
        {children}
      </main>
      <SiteFooter site={site} />
    </div>
  );
}
