import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { waiting } from "@/app/_server/waiting";
import { AdminShell } from "@/app/admin/admin-shell";
import { QuarantineBanner } from "@/app/admin/quarantine-banner";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { findQuarantine } from "@/lib/quarantine/start-quarantine";

export const metadata: Metadata = {
  title: { template: "%s · Admin", default: "Admin" },
  robots: { index: false, follow: false },
};

export default async function AdminLayout({ children }: { children: React.ReactNode }) {
  const admin = await requireAdmin();
  const [{ tickets, review, alerts }, quarantine] = await Promise.all([waiting(), findQuarantine(getDb())]);
  return (
    <AdminShell
      shopName={getShop().name}
      email={admin.email}
      counts={{ "/admin": tickets, "/admin/fulfillment": review, "/admin/operations": alerts }}
    >
      {quarantine ? <QuarantineBanner {...quarantine} /> : null}
      {children}
    </AdminShell>
  );
}
