import type { Metadata } from "next";
import { AdminRefusal } from "@/app/(account)/auth/admin-refusal";

export const metadata: Metadata = { title: "Access Denied", robots: { index: false } };
export const dynamic = "force-dynamic";

/** For an admin page while the database can't confirm the role. */
export default function UnverifiedPage() {
  return (
    <AdminRefusal
      title="Failed to verify admin access."
      detail="The shop can't look up accounts right now. Please try again in a moment."
    />
  );
}
