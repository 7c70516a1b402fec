import type { Metadata } from "next";
import { DeskRefusal } from "@/components/auth/desk-refusal";

export const metadata: Metadata = { title: "Access Denied", robots: { index: false } };
export const dynamic = "force-dynamic";

/** For whoever is signed in and is no administrator. */
export default function DeniedPage() {
  return <DeskRefusal title="Access Denied" detail="You don't have admin privileges." />;
}
