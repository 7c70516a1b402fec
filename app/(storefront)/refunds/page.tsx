import type { Metadata } from "next";
import Link from "next/link";
import { getSite } from "@/app/_server/site";
import { ProsePage } from "@/components/storefront/prose-page";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Refund Policy",
    description: `When ${name} pays money back, how to ask for it within 30 days, how long it takes, and what is excluded.`,
    alternates: { canonical: "/refunds" },
  };
}

export default async function RefundsPage() {
  const { supportEmail } = await getSite();
  return (
    <ProsePage
      title="Refund Policy"
      lead="What we could not deliver goes back to your card. Here is how, and when."
      published="January 1, 2025"
    >
      <h2>Automatic refunds</h2>
      <p>
        When an order cannot be delivered, or only in part, we refund the undelivered part to the card it was
        paid with. You don't have to ask; your order's page and an email tell you the amount.
      </p>
      <p>If the same order was paid twice by mistake, the second payment is refunded in full.</p>
      <h2>Asking for a refund</h2>
      <ul>
        <li>
          Write to <a href={`mailto:${supportEmail}?subject=Refund`}>{supportEmail}</a> within 30 calendar
          days of purchase.
        </li>
        <li>Give your order ID and the email address you ordered with, and say what went wrong.</li>
        <li>We review the request within 3-5 business days and answer by email.</li>
        <li>An approved refund is paid to the same card within 7-10 business days.</li>
      </ul>
      <h2>What is excluded</h2>
      <ul>
        <li>Free or promotional credits.</li>
        <li>Services that were fully delivered.</li>
        <li>
          Orders for accounts that violate our <Link href="/terms">terms</Link>, for instance accounts that
          were made private or renamed during delivery.
        </li>
      </ul>
      <p>
        A refund may also be denied for abuse, multiple requests for one order, or non-compliance with the
        terms.
      </p>
      <h2>Counts that drop</h2>
      <p>
        If a count drops within 5 days of completion, look at your order's page first: where the service comes
        with refills, it offers you one, and we replace what is missing at no cost.
      </p>
      <h2>Before you dispute a payment</h2>
      <p>
        Please write to us first. We look at it within 24 hours, and a refund from us reaches you sooner than
        a dispute through your bank.
      </p>
    </ProsePage>
  );
}
