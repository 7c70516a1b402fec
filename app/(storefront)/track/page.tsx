import type { Metadata } from "next";
import { getSite } from "@/app/_server/site";
import { TrackForm } from "@/components/orders/track-form";
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
    <div className="column flex flex-col items-center py-16 lg:py-24">
      <div className="flex w-full max-w-md flex-col gap-8">
        <header className="flex flex-col gap-3">
          <h1 className="text-3xl font-semibold tracking-tight text-balance">Track your order</h1>
          <p className="text-muted-foreground">
            Enter the email address you ordered with and the order number from your confirmation. We will send
            the link to that address.
          </p>
        </header>
        <TrackForm action={trackAction} />
      </div>
    </div>
  );
}
