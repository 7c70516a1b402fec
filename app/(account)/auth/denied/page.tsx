import type { Metadata } from "next";
import { AdminRefusal } from "@/app/(account)/auth/admin-refusal";

export const metadata: Metadata = { title: "Access Denied", robots: { index: false } };
export const dynamic = "force-dynamic";

/** For signed-in users who are not administrators. */
export default function DeniedPage() {
  return <AdminRefusal title="Access Denied" detail="You don't have admin privileges." />;
}
