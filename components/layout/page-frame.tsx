import { cn } from "@/components/ui/cn";
import { type FooterSite, SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

type PageFrameProps = { site: FooterSite; className?: string; children: React.ReactNode };

/** The frame of purchase steps and of a customer's own pages: one column between header and footer. */
export function PageFrame({ site, className, children }: PageFrameProps) {
  return (
    <div className={cn("flex min-h-dvh flex-col", className)}>
      <SiteHeader site={site} />
      <main id="main" tabIndex={-1} className="column flex-1 pt-24 pb-16 outline-none lg:pt-28">
        {children}
      </main>
      <SiteFooter site={site} />
    </div>
  );
}
