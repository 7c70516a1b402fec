import type { Metadata } from "next";
import Link from "next/link";
import { chooserPath } from "@/components/layout/navigation";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { buttonVariants } from "@/components/ui/button-variants";
import { EmptyState } from "@/components/ui/empty-state";
import { getShop } from "@/lib/env";

export const metadata: Metadata = { title: "Accounts", robots: { index: false } };

/** Accounts can't be opened yet: says so, and how to buy and follow an order without one. */
export default function AuthPage() {
  const { name, supportEmail } = getShop();
  return (
    <div className="flex min-h-dvh flex-col">
      <SiteHeader shopName={name} supportEmail={supportEmail} />
      <main id="main" className="column grid flex-1 place-items-center py-28">
        <EmptyState
          level={1}
          title="Accounts are on their way"
          detail="Until then you can buy as a guest. Every order has a private link, sent to you by email, where you follow it from payment to the last delivered count."
        >
          <Link href={chooserPath} prefetch={false} className={buttonVariants({ size: "lg" })}>
            Continue as a guest
          </Link>
        </EmptyState>
      </main>
      <SiteFooter shopName={name} supportEmail={supportEmail} />
    </div>
  );
}
