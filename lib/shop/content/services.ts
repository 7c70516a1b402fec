import type { ServiceEntry } from "@/lib/shop/catalog/document";
import type { ClaimName } from "@/lib/shop/settings/claims";

/** `claims`: the marketing claims that a text repeats; it is hidden unless all of them are shown. */
export type Feature = { title: string; text: string; claims?: readonly ClaimName[] | undefined };
export type Question = { question: string; answer: string; claims?: readonly ClaimName[] | undefined };

/** A service's texts as pages show them: `{refillDays}` is the number of days that its first quality promises. */
export function serviceTexts({ texts, variants }: ServiceEntry): ServiceEntry["texts"] {
  const filled = (text: string) => text.replaceAll("{refillDays}", String(variants[0]?.refillDays ?? 0));
  return {
    summary: filled(texts.summary),
    lead: filled(texts.lead),
    features: texts.features.map((entry) => ({
      ...entry,
      title: filled(entry.title),
      text: filled(entry.text),
    })),
    questions: texts.questions.map((entry) => ({
      ...entry,
      question: filled(entry.question),
      answer: filled(entry.answer),
    })),
  };
}

/** Questions about every order. */
export const commonQuestions: readonly Question[] = [
  {
    question: "Do you need my password?",
    answer:
      "Never. The public name of the account is all we ask for, and anyone who asks for your password in our name is not us.",
    claims: ["noPassword"],
  },
  {
    question: "How fast is delivery?",
    answer:
      "Delivery starts within 1-24 hours after payment and runs gradually, usually over 24-48 hours. Your order's page shows it live.",
    claims: ["quickStart", "gradualDelivery"],
  },
  {
    question: "Do I need an account to buy?",
    answer:
      "No. As a guest you get a private link to your order by email, and that link is all you need to follow it.",
  },
  {
    question: "How do I pay?",
    answer:
      "By card on Stripe's own payment page. Your card number never reaches us. Prices are in US dollars.",
  },
  {
    question: "What if it is not delivered?",
    answer:
      "What we can't deliver goes back to your card. You can also ask for a refund within 30 days of purchase; the refund policy says in plain words when we pay and when we don't.",
  },
];

/** The hub's reasons, the same for all platforms. */
export const whyChooseUs: readonly Feature[] = [
  {
    title: "You see everything",
    text: "Delivered, remaining, last checked: your order's page shows the numbers we see ourselves.",
  },
  { title: "The price is the price", text: "One payment, no subscription, nothing added at the end." },
  {
    title: "People answer",
    text: "Write at any hour. We reply within 24 hours, sooner if you include your order number.",
    claims: ["expertSupport", "replyTime"],
  },
];

export const buyingSteps: readonly Feature[] = [
  {
    title: "Choose a package",
    text: "Pick the platform, the service and the size. Every price is on the page.",
  },
  {
    title: "Name the account",
    text: "Type its public name and your email. For likes and views, choose the posts too.",
  },
  {
    title: "Watch the line rise",
    text: "Pay by card, then follow the delivery live on your order's own page.",
  },
];
