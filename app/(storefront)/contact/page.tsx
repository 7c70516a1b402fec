import { ArrowUpRight } from "lucide-react";
import type { Metadata } from "next";
import { ProsePage } from "@/components/storefront/prose-page";
import { findClaim } from "@/lib/content/claims";
import { getShop } from "@/lib/env";

export function generateMetadata(): Metadata {
  const { name } = getShop();
  return {
    title: "Contact",
    description: `Write to ${name} about an order, a custom package or anything else. A person answers within 24 hours.`,
    alternates: { canonical: "/contact" },
  };
}

const reasons = [
  {
    title: "A custom package",
    text: "Tell us the platform, the public username, what should grow, and by how much.",
    subject: "Custom package",
    body: "Platform:\nUsername:\nFollowers, likes or views:\nHow many:\n",
  },
  {
    title: "An order",
    text: "Put the order ID in the mail (the first 8 characters are enough) and we find it at once.",
    subject: "Order Support",
    body: "Order ID:\n",
  },
  {
    title: "Anything else",
    text: "Questions before you buy, something that is broken, praise, a complaint.",
    subject: "General Support",
    body: "",
  },
];

export default function ContactPage() {
  const { supportEmail } = getShop();
  const available = findClaim("supportAvailable");
  return (
    <ProsePage title="Contact" lead="A person reads every mail and answers within 24 hours.">
      <ul className="!list-none border-t border-border !pl-0">
        {reasons.map(({ title, text, subject, body }) => (
          <li key={title} className="!mb-0 border-b border-border">
            <a
              href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
              className="group flex items-center justify-between gap-6 py-6 !text-foreground !no-underline"
            >
              <span>
                <span className="block text-xl font-semibold tracking-tight group-hover:underline">
                  {title}
                </span>
                <span className="block text-muted-foreground">{text}</span>
              </span>
              <ArrowUpRight aria-hidden="true" className="size-6 shrink-0 text-primary" />
            </a>
          </li>
        ))}
      </ul>
      <p>
        {available ? <span className="block">{available.text}</span> : null}
        <a href={`mailto:${supportEmail}`} className="break-all">
          {supportEmail}
        </a>
      </p>
      <p className="text-muted-foreground">
        We will never ask for your password or your card number. A mail that does is not from us.
      </p>
    </ProsePage>
  );
}
