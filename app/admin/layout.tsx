import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { waiting } from "@/app/_server/waiting";
import { DeskShell } from "@/components/admin/desk-shell";
import { QuarantineBanner } from "@/components/admin/quarantine-banner";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";

export const metadata: Metadata = {
  title: { template: "%s · Desk", default: "Desk" },
  robots: { index: false, follow: false },
};

export default async function DeskLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin();
  const [{ tickets, review, alerts }, quarantine] = await Promise.all([waiting(), findQuarantine(getDb())]);
  return (
    <DeskShell
      shopName={getShop().name}
      email={admin.email}
      counts={{ "/admin": tickets, "/admin/fulfillment": review, "/admin/operations": alerts }}
    >
      {quarantine ? <QuarantineBanner {...quarantine} /> : null}
      {children}
    </DeskShell>
  );
}
