import { ButtonLink } from "@/components/ui/button-link";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { AccountMenu } from "./account-menu";
import { MobileMenu } from "./mobile-menu";
import { sectionLinks } from "./navigation";
import { ShopName } from "./shop-name";
import type { FooterSite } from "./site-footer";
import { SkipLink } from "./skip-link";

/**
 * The fixed header, part of the static page. It holds the links of guests and customers; CSS shows the right ones
 * (components/layout/signed-in-script.ts).
 */
export function SiteHeader({ site }: { site: FooterSite }) {
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-border bg-background/95 backdrop-blur-sm">
      <SkipLink />
      <div className="column flex h-16 items-center justify-between gap-2 lg:h-18 lg:gap-4">
        <ShopName name={site.name} logo={site.logo} />
        <nav aria-label="Main" className="hidden items-center md:flex">
          {sectionLinks.map(({ label, href }) => (
            <a
              key={label}
              href={href}
              className="inline-flex min-h-11 items-center rounded-lg px-2 text-sm lg:px-3.5 font-medium text-muted-foreground transition-colors hover:text-foreground"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="flex shrink-0 items-center gap-1">
          <ThemeSwitch />
          <div className="hidden gap-1 md:guest:flex">
            <ButtonLink href="/auth" prefetch={false} variant="ghost" size="sm">
              Login
            </ButtonLink>
            <ButtonLink href="/auth" prefetch={false} variant="secondary" size="sm">
              Get Started
            </ButtonLink>
          </div>
          <div className="hidden md:signed-in:block">
            <AccountMenu />
          </div>
          <MobileMenu supportEmail={site.supportEmail} />
        </div>
      </div>
    </header>
  );
}
