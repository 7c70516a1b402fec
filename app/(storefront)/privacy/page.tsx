import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { ProsePage } from "@/components/storefront/prose-page";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Privacy Policy",
    description: `What ${name} knows about you, why, who else receives it, how long it is kept, and how to have it deleted.`,
    alternates: { canonical: "/privacy" },
  };
}

export default async function PrivacyPage() {
  const { name, supportEmail } = await getSite();
  return (
    <ProsePage
      title="Privacy Policy"
      lead="We ask for two things, a public username and an email address. Here is what we do with them."
      published="January 1, 2025"
    >
      <h2>What we keep</h2>
      <ul>
        <li>The email address you order with, for your confirmation, your order's link and our answers.</li>
        <li>
          The username you order for, with the public profile and the posts you chose, so that we can deliver.
        </li>
        <li>Your orders: what was bought, its price, its progress and any refund.</li>
        <li>The messages you send to our support.</li>
        <li>
          The review you write, if you write one. It is published with the first name you give. You can change
          it for 30 days and remove it at any time, on your order's page.
        </li>
        <li>
          The network address of requests, for a short time, to keep automated abuse away from the search and
          the order form.
        </li>
      </ul>
      <p>We never ask for the password of your Instagram or TikTok account, and never have it.</p>
      <h2>Payments</h2>
      <p>
        You pay on a page of Stripe. Your card number goes to Stripe alone; we learn that a payment was made,
        its amount and the email address given there. Stripe is responsible for what it keeps, under its own
        privacy policy.
      </p>
      <h2>Who else receives something</h2>
      <ul>
        <li>
          The suppliers that deliver: the public link of the profile or post and a quantity. Never your email.
        </li>
        <li>A provider of public profile data: the username you search for.</li>
        <li>Our mail service: your email address and the text of our mail to you.</li>
        <li>Stripe: your email address, the order's amount and its description.</li>
      </ul>
      <p>We sell no data, and there is no advertising on this site.</p>
      <h2>In your browser</h2>
      <p>
        There are no tracking cookies. Your browser itself remembers your choice of light or dark, what you
        typed in an unfinished order, and a small count of the steps you took, which is never sent anywhere.
        Cookies are set only where they are needed: to recognize the order you placed, and to keep you signed
        in once you have an account.
      </p>
      <p>
        We count how often each page is opened in a day, and keep nothing about who opened it. If your browser
        asks not to be tracked, its visits are not counted.
      </p>
      <h2>Pictures</h2>
      <p>
        Profile pictures and posts are loaded through our own server. Your browser never contacts the
        platforms while you order, so they don't learn about your visit.
      </p>
      <h2>How long</h2>
      <p>
        Orders are kept as long as tax and accounting law require. Public profile data is refreshed or dropped
        within days. Support messages are deleted on request.
      </p>
      <h2>Your rights</h2>
      <p>
        Ask us at any time what we keep about you, have it corrected, or have it deleted where no law makes us
        keep it. Write to <a href={`mailto:${supportEmail}?subject=Privacy`}>{supportEmail}</a> from the
        address you ordered with. {name} answers within 30 days.
      </p>
    </ProsePage>
  );
}
