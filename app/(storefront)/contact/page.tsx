import type { Metadata } from "next";
import Link from "next/link";
import { getSite } from "@/app/_server/site";
import { ProsePage } from "@/components/storefront/prose-page";
import { VisitorSupportForm } from "@/components/support/support-form";
import { findClaim } from "@/lib/shop/settings/claims";
import { openTicketAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Contact",
    description: `Write to ${name} about an order, a custom package or anything else.`,
    alternates: { canonical: "/contact" },
  };
}

export default async function ContactPage() {
  const { supportEmail, claims } = await getSite();
  const available = findClaim("supportAvailable", claims);
  const replyTime = findClaim("replyTime", claims);
  return (
    <ProsePage title="Contact" lead={`We read every message. ${replyTime?.text ?? "We'll reply by email."}`}>
      <VisitorSupportForm kind="support" action={openTicketAction} submitLabel="Send message" />
      <h2>A custom package</h2>
      <p>
        A number that isn't on the list? <Link href="/contact/custom-package">Ask for a price</Link>.
      </p>
      <h2>Orders for your profile</h2>
      <p>
        Is someone else ordering for it? <Link href="/contact/stop-orders">Stop orders for my profile</Link>.
      </p>
      <h2>By email</h2>
      <p>
        {available ? <span className="block">{available.text}</span> : null}
        <a href={`mailto:${supportEmail}`} className="wrap-anywhere">
          {supportEmail}
        </a>
      </p>
      <p className="text-muted-foreground">
        We will never ask for your password or your card number. An email that does is not from us.
      </p>
    </ProsePage>
  );
}
