import type { Metadata } from "next";
import { ProsePage } from "@/components/storefront/prose-page";
import { VisitorSupportForm } from "@/components/support/support-form";
import { listPlatforms } from "@/lib/shop/catalog/vocabulary";
import { strangersInWords } from "@/lib/shop/content/sold";
import { openTicketAction } from "../actions";

export function generateMetadata(): Metadata {
  return {
    title: "Stop orders for my profile",
    description: `Is your ${strangersInWords()} profile getting followers, likes or views that you did not order? Tell us.`,
    alternates: { canonical: "/contact/stop-orders" },
  };
}

/** For owners of a profile who want no more orders for it. */
export default function StopOrdersPage() {
  return (
    <ProsePage
      title="Stop orders for my profile"
      lead="Is someone ordering followers, likes or views for your profile? We'll check that it is yours, stop taking new orders for it, and confirm that by email."
    >
      <VisitorSupportForm
        kind="stop_orders"
        action={openTicketAction}
        platforms={listPlatforms().map(({ slug, label }) => [slug, label])}
      />
    </ProsePage>
  );
}
