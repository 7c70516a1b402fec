import type { Metadata } from "next";
import { type SearchProps, textOf } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AllowedForm } from "@/app/admin/allowed-action";
import { AdminHeading } from "@/components/admin/admin-heading";
import { confirmAction } from "./actions";

export const metadata: Metadata = { title: "Confirm that it is you" };

/** Asks for password and code before a page or a file that needs a fresh sign-in. */
export default async function ConfirmPage({ searchParams }: SearchProps) {
  await requireAdmin("overview");
  const next = textOf((await searchParams).next);
  return (
    <div className="flex max-w-prose flex-col gap-6">
      <AdminHeading
        title="Confirm that it is you"
        intro="You signed in more than 15 minutes ago. Files with customers' data, and an order as its buyer sees it, need your password and a code. After that you are back where you were."
      />
      <AllowedForm
        action={confirmAction}
        submitLabel="Continue"
        hasReason={false}
        isConfirmation
        hidden={{ next }}
      />
    </div>
  );
}
