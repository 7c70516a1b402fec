import Link from "next/link";
import type { TextVersions } from "@/lib/shop/legal/kinds";
import { type ClaimSwitches, findClaim } from "@/lib/shop/settings/claims";
import { trackLink } from "./navigation";
import { ShopName } from "./shop-name";

export type FooterSite = {
  name: string;
  /** The address of the shop's own logo; null for the drawn one. */
  logo: string | null;
  supportEmail: string;
  claims: ClaimSwitches;
  /** The current version of each legal text. */
  textVersions: TextVersions;
  /** True when the shop has a page where buyers can withdraw from a contract. */
  takesWithdrawals: boolean;
  /** True when the facts page has at least one figure. */
  hasFacts: boolean;
  /** Links to what is sold, in columns. */
  sold: { platform: string; service?: string; href: string }[][];
  /** The platforms that the shop has nothing to do with: `Instagram or TikTok`. */
  strangers: string;
};

const supportLinks = [
  trackLink,
  { label: "Contact", href: "/contact" },
  { label: "All reviews", href: "/reviews" },
  { label: "Terms of Service", href: "/terms" },
  { label: "Privacy Policy", href: "/privacy" },
  { label: "Refund Policy", href: "/refunds" },
  { label: "Accessibility", href: "/accessibility" },
];

/** The footer of every public page: services, help and the shop's details. */
export function SiteFooter({ site }: { site: FooterSite }) {
  const {
    name: shopName,
    logo,
    supportEmail,
    claims,
    textVersions,
    takesWithdrawals,
    hasFacts,
    sold,
    strangers,
  } = site;
  const trustedBy = findClaim("trustedBy", claims);
  const available = findClaim("supportAvailable", claims);
  return (
    // As high as its column of links at least, so that a short page does not move while the footer arrives.
    <footer className="mt-auto min-h-96 border-t border-border bg-card">
      <div className="column grid grid-cols-2 gap-x-8 gap-y-10 py-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.7fr)_minmax(0,1fr)_auto]">
        <div className="col-span-2 flex min-w-0 flex-col items-start gap-3 lg:col-span-1">
          <ShopName name={shopName} logo={logo} />
          {trustedBy ? <p className="text-sm text-muted-foreground">{trustedBy.text}</p> : null}
        </div>
        <nav aria-label="Services" className="col-span-2 lg:col-span-1">
          <FooterTitle>Services</FooterTitle>
          <div className="grid grid-cols-2 gap-x-8">
            {sold.map((links) => (
              <ul key={links[0]?.href}>
                {links.map(({ platform, service, href }) => (
                  <FooterLink key={href} href={href}>
                    {platform} {service}
                  </FooterLink>
                ))}
              </ul>
            ))}
          </div>
        </nav>
        <nav aria-label="Support" className="col-span-2 sm:col-span-1">
          <FooterTitle>Support</FooterTitle>
          <ul>
            {supportLinks.map(({ label, href }) => (
              <FooterLink key={href} href={href}>
                {label}
              </FooterLink>
            ))}
            {textVersions.imprint > 0 ? <FooterLink href="/imprint">Imprint</FooterLink> : null}
            {hasFacts ? <FooterLink href="/facts">The facts</FooterLink> : null}
            {takesWithdrawals ? <FooterLink href="/withdraw">Withdraw from contract</FooterLink> : null}
          </ul>
        </nav>
        <div className="col-span-2 sm:col-span-1">
          <FooterTitle>Contact</FooterTitle>
          <a
            href={`mailto:${supportEmail}`}
            className="inline-flex min-h-11 items-center text-sm wrap-anywhere underline underline-offset-4"
          >
            {supportEmail}
          </a>
          {available ? <p className="text-sm text-muted-foreground">{available.text}</p> : null}
        </div>
      </div>
      <div className="column text-xs text-muted-foreground">
        <p className="border-t border-border py-6">
          {shopName}
          {` is independent: it is not part of, endorsed by or connected with ${strangers}.`}
        </p>
      </div>
    </footer>
  );
}

function FooterTitle({ children }: { children: React.ReactNode }) {
  return <h2 className="mb-1.5 text-sm font-semibold">{children}</h2>;
}

function FooterLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <li>
      <Link
        href={href}
        prefetch={false}
        className="inline-flex min-h-11 items-center text-sm text-muted-foreground transition-colors hover:text-foreground hover:underline sm:min-h-9"
      >
        {children}
      </Link>
    </li>
  );
}
