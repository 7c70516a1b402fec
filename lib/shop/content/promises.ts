import { claimLabel } from "@/lib/shop/settings/claims";
import { defaultRefillDays } from "@/lib/shop/settings/refill-days";
import type { Feature } from "./services";

type ShopPromise = Feature & { link?: { href: string; label: string } };

/** The shop's promises to its buyers: the claims with their conditions, and what holds for every order. */
export const promises: readonly ShopPromise[] = [
  {
    title: claimLabel("moneyBack"),
    claims: ["moneyBack"],
    text: "Ask within 30 days of purchase. What we could not deliver goes back to your card.",
    link: { href: "/refunds", label: "The conditions" },
  },
  {
    title: claimLabel("noPassword"),
    claims: ["noPassword"],
    text: "The account's public name is all we ask for, from the first step to the last.",
  },
  {
    title: claimLabel("quickStart"),
    claims: ["quickStart"],
    text: "From the moment your payment has arrived. Your order's page shows the start as it happens.",
  },
  {
    title: claimLabel("gradualDelivery"),
    claims: ["gradualDelivery"],
    text: "A line that rises, not a jump. Large packages may take longer, and you see how far they are.",
  },
  {
    title: claimLabel("realAccounts"),
    claims: ["realAccounts"],
    text: "Accounts that are in use, not ones made for the sale.",
  },
  {
    title: `Refill for ${defaultRefillDays} days`,
    claims: ["refills"],
    text: `If your followers drop within ${defaultRefillDays} days of completion, our daily count catches it and we refill them. You can also ask on your order's page.`,
    link: { href: "/terms", label: "How refills work" },
  },
  {
    title: claimLabel("guaranteedGrowth"),
    claims: ["guaranteedGrowth"],
    text: "You get what you paid for, or your money back for the part that did not arrive.",
  },
  {
    title: claimLabel("safeAndSecure"),
    claims: ["safeAndSecure"],
    text: "You pay on Stripe's own page. We never see your card, and we never sign in to your account.",
  },
  {
    title: claimLabel("expertSupport"),
    claims: ["expertSupport", "replyTime"],
    text: "Write at any hour. You'll have an answer within 24 hours, sooner if you include your order number.",
    link: { href: "/contact", label: "Write to us" },
  },
  {
    title: "Every order on a page of its own",
    text: "Delivered, remaining, last checked: you see the numbers that we see, as they change.",
  },
  {
    title: "Refunds in writing",
    text: "When we pay money back, how to ask for it, and what is excluded: you can read it before you buy.",
    link: { href: "/refunds", label: "Refund Policy" },
  },
];
