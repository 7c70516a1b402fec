import { defaultRefillDays } from "@/lib/catalog/refill-days";
import type { ClaimName } from "./claims";

export type ShopPromise = {
  /** The claim it explains; hidden when the claim is switched off. */
  claim: ClaimName;
  title: string;
  text: string;
  link?: { href: string; label: string };
};

/** What a buyer can hold the shop to: the claims, with their conditions. */
export const promises: readonly ShopPromise[] = [
  {
    claim: "moneyBack",
    title: "30-day money-back guarantee",
    text: "Ask within 30 days of purchase. What we could not deliver goes back to your card.",
    link: { href: "/refunds", label: "The conditions" },
  },
  {
    claim: "noPassword",
    title: "No password required",
    text: "The account's public name is all we ask for, from the first step to the last.",
  },
  {
    claim: "quickStart",
    title: "Delivery starts within 1-24 hours",
    text: "From the moment your payment has arrived. Your order's page shows the start as it happens.",
  },
  {
    claim: "gradualDelivery",
    title: "Gradual delivery over 24-48 hours",
    text: "A line that rises, not a jump. Large packages may take longer, and you see how far they are.",
  },
  {
    claim: "realAccounts",
    title: "Real, active accounts",
    text: "Accounts that are in use, not ones made for the sale.",
  },
  {
    claim: "refills",
    title: `Refill for ${defaultRefillDays} days`,
    text: `If your followers drop within ${defaultRefillDays} days of completion, we see it by our own count and refill them. You can also ask on your order's page.`,
    link: { href: "/terms", label: "How refills work" },
  },
  {
    claim: "guaranteedGrowth",
    title: "Guaranteed growth",
    text: "You get what you paid for, or your money back for the part that did not arrive.",
  },
  {
    claim: "safeAndSecure",
    title: "100% safe and secure",
    text: "You pay on Stripe's own page. We never see your card, and we never sign in to your account.",
  },
  {
    claim: "expertSupport",
    title: "24/7 expert support",
    text: "Write at any hour. You have an answer within 24 hours, and sooner with your order ID.",
    link: { href: "/contact", label: "Write to us" },
  },
];
