import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { DeskShell } from "@/components/admin/desk-shell";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { countWaiting } from "@/lib/reporting/count-waiting";

export const metadata: Metadata = {
  title: { template: "%s · Desk", default: "Desk" },
  robots: { index: false, follow: false },
};

export default async function DeskLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin();
  const waiting = await countWaiting(getDb());
  return (
    <DeskShell
      shopName={getShop().name}
      email={admin.email}
      counts={{ "/admin/fulfillment": waiting.review, "/admin/operations": waiting.alerts }}
    >
      {children}
    </DeskShell>
  );
}
