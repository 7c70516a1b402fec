import type { Metadata } from "next";
import Link from "next/link";
import { getSite } from "@/app/_server/site";
import { ProsePage } from "@/components/storefront/prose-page";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Terms of Service",
    description: `The terms under which ${name} sells followers, likes and views: delivery, refills, refunds, your duties and ours.`,
    alternates: { canonical: "/terms" },
  };
}

export default async function TermsPage() {
  const { name, supportEmail } = await getSite();
  return (
    <ProsePage
      title="Terms of Service"
      lead="What you can expect from us, and what we expect from you."
      published="January 1, 2025"
    >
      <h2>1. What these terms are about</h2>
      <p>
        {name} sells packages of followers, likes and views for accounts on Instagram and TikTok. By ordering
        you agree to these terms. If you do not agree with them, please do not order.
      </p>
      <p>
        {name} is independent of both platforms. Each platform has rules of its own, and you are responsible
        for knowing those that apply to your account.
      </p>
      <h2>2. Use</h2>
      <p>
        Our services are for your personal, non-commercial use only. You may order for accounts that are
        yours, or for which you act with the owner's consent. You may not resell our services or order for
        accounts that spread unlawful content.
      </p>
      <h2>3. Orders and payment</h2>
      <p>
        Prices are in US dollars and are shown before you pay. Payments are taken by verified payment
        gateways: you pay by card on Stripe's own page, and we never see your card number. An order is placed
        when the payment has arrived; you then get a confirmation by email with a private link to your order.
      </p>
      <h2>4. What delivery needs</h2>
      <ul>
        <li>The account must stay public until delivery is complete.</li>
        <li>The username must stay unchanged until delivery is complete.</li>
        <li>Posts, reels and videos that were chosen must stay online until delivery is complete.</li>
      </ul>
      <p>We never ask for your password. Please don't give it to anyone.</p>
      <h2>5. Delivery</h2>
      <p>
        Delivery usually starts within 1-24 hours after payment and runs gradually, usually over 24-48 hours.
        These are typical times, not deadlines. Exact numbers are not guaranteed: counts on the platforms
        change on their own, and you may receive slightly more than you ordered.
      </p>
      <h2>6. Refills</h2>
      <p>
        If a delivered count drops within 5 days of completion, ask for a refill on your order's page: we
        refill it to the number you ordered, at no cost. Some services come without refills: their pages
        promise none, and the pages of their orders offer none. Questions go to{" "}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
      <h2>7. Refunds</h2>
      <p>
        You may ask for a refund within 30 calendar days of purchase. We review each request within 3-5
        business days; approved refunds are paid within 7-10 business days. Free or promotional credits,
        services that were fully delivered, and accounts that violate these terms are excluded. A refund may
        be denied for abuse, multiple requests or non-compliance with these terms. The{" "}
        <Link href="/refunds">refund policy</Link> says the same step by step.
      </p>
      <h2>8. Limits of what we promise</h2>
      <p>
        We deliver the counts you order. We do not promise sales, reach, replies or any other result that
        depends on other people or on a platform's decisions. We are not liable for measures a platform takes.
        Where the law allows, our liability is limited to the price of the order concerned.
      </p>
      <h2>9. Misuse</h2>
      <p>
        We may refuse or stop an order that breaks these terms, that is paid with a card used without its
        owner's consent, or that endangers our service. What was not delivered of such an order is refunded
        where the law requires it.
      </p>
      <h2>10. Law</h2>
      <p>
        These terms are governed by United States law. Rights that the law gives you as a consumer remain.
      </p>
      <h2>11. Changes and contact</h2>
      <p>
        An order is governed by the terms published on the day it was placed. Questions about them go to{" "}
        <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </ProsePage>
  );
}
