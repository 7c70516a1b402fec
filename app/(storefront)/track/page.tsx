import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { TrackForm } from "@/components/orders/track-form";
import { FormPage } from "@/components/storefront/form-page";
import { trackAction } from "./actions";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await getSite();
  return {
    title: "Track your order",
    description: `Lost the link to your ${name} order? Enter the order number and your email address, and we send the link again.`,
    alternates: { canonical: "/track" },
  };
}

/** Finds an order whose link was lost. Works without an account and without JavaScript. */
export default function TrackPage() {
  return (
    <FormPage
      title="Track your order"
      lead="Enter the email address you ordered with, or your account's if it has changed since, and the order number from your confirmation. We will send the link to that address."
    >
      <TrackForm action={trackAction} />
    </FormPage>
  );
}
