import type { Metadata } from "next";
import { ProsePage } from "@/components/storefront/prose-page";
import { VisitorSupportForm } from "@/components/support/support-form";
import { openTicketAction } from "../actions";

export const metadata: Metadata = {
  title: "Custom package",
  description:
    "Ask for a number of followers, likes or views that is not on the list, and get a price by email.",
  alternates: { canonical: "/contact/custom-package" },
};

/** The form of 'Need a Custom Package?' as a page of its own. */
export default function CustomPackagePage() {
  return (
    <ProsePage title="Custom package" lead="Tell us what you have in mind; we'll email you a price.">
      <VisitorSupportForm kind="custom_package" action={openTicketAction} />
    </ProsePage>
  );
}
