import { ButtonLink } from "@/components/ui/button-link";
import { ThemeSwitch } from "@/components/ui/theme-switch";
import { AccountMenu } from "./account-menu";
import { MobileMenu } from "./mobile-menu";
import { sectionLinks } from "./navigation";
import { ShopName } from "./shop-name";
import type { FooterSite } from "./site-footer";
import { SkipLink } from "./skip-link";

type SiteHeaderProps = { site: Pick<FooterSite, "name" | "logo" | "supportEmail"> };

/**
 * The fixed header, part of the static page. It holds the links of guests and customers; CSS shows the right ones
 * (components/layout/signed-in-script.ts).
 */
export function SiteHeader({ site: { name, logo, supportEmail } }: SiteHeaderProps) {
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b border-border bg-background/95 backdrop-blur-sm">
      <SkipLink />
      <div className="column flex h-16 items-center justify-between gap-4 lg:h-18">
        <ShopName name={name} logo={logo} />
        <nav aria-label="Main" className="hidden items-center md:flex">
          {sectionLinks.map(({ label, href }) => (
            <a
              key={label}
              href={href}
              className="inline-flex min-h-11 items-center rounded-lg px-3.5 text-sm font-medium text-muted-foreground transition-colors hover:text-foreground"
            >
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-1">
          <ThemeSwitch />
          <div className="contents signed-in:hidden">
            <ButtonLink
              href="/auth"
              prefetch={false}
              variant="ghost"
              size="sm"
              className="hidden md:inline-flex"
            >
              Login
            </ButtonLink>
            <ButtonLink
              href="/auth"
              prefetch={false}
              variant="secondary"
              size="sm"
              className="hidden md:inline-flex"
            >
              Get Started
            </ButtonLink>
          </div>
          <div className="hidden signed-in:contents">
            <div className="hidden md:block">
              <AccountMenu />
            </div>
          </div>
          <MobileMenu supportEmail={supportEmail} />
        </div>
      </div>
    </header>
  );
}
