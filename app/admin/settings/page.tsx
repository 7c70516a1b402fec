import type { Metadata } from "next";
import { z } from "zod";
import type { SearchProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { AdminHeading } from "@/components/admin/admin-heading";
import { AdminTabs } from "@/components/admin/admin-tabs";
import { getDb } from "@/lib/base/db/client";
import { loadSettings, type SiteSettings } from "@/lib/shop/settings/site-settings";
import { Administrators } from "./administrators";
import { LogoSettings } from "./logo-settings";
import {
  DeliverySettings,
  RefundSettings,
  type SectionName,
  SellingSettings,
  ShopSettings,
  sectionLabels,
  sectionNames,
} from "./sections";
import { TelegramSettings } from "./telegram-settings";

export const metadata: Metadata = { title: "Settings" };

const searchSchema = z.object({ section: z.enum(sectionNames).catch("shop") });

/** All settings that need no new deployment, one section at a time. */
export default async function SettingsPage({ searchParams }: SearchProps) {
  await requireAdmin("settings.read");
  const { section: here } = searchSchema.parse(await searchParams);
  const settings = await loadSettings(getDb());
  return (
    <>
      <AdminHeading
        title="Settings"
        intro="What you save applies at once. The audit log keeps each change with its reason. Claims are on the Going live page."
      />
      <AdminTabs
        label="Sections of the settings"
        tabs={sectionNames.map((name) => ({
          href: name === "shop" ? "/admin/settings" : `/admin/settings?section=${name}`,
          label: sectionLabels[name],
          isHere: name === here,
        }))}
      />
      {/* Each section has fields of its own, so nothing of one is kept for the next. */}
      <div key={here} className="flex flex-col gap-6">
        {sections[here](settings)}
      </div>
    </>
  );
}

const sections: Record<SectionName, (settings: SiteSettings) => React.ReactNode> = {
  shop: (settings) => (
    <>
      <ShopSettings settings={settings} />
      <LogoSettings settings={settings} />
    </>
  ),
  selling: (settings) => <SellingSettings settings={settings} />,
  delivery: (settings) => <DeliverySettings settings={settings} />,
  refunds: (settings) => <RefundSettings settings={settings} />,
  alerts: (settings) => <TelegramSettings settings={settings} />,
  administrators: () => <Administrators />,
};
