import type { Metadata } from "next";
import { requireAdmin } from "@/app/_server/session";
import { AdminHeading } from "@/components/admin/admin-heading";
import { getDb } from "@/lib/db/client";
import { loadSettings } from "@/lib/settings/site-settings";
import { BeforePaying, Sales } from "./sales";
import { sectionsOf } from "./sections";
import { SettingsSection } from "./settings-section";
import { TelegramSettings } from "./telegram-settings";

export const metadata: Metadata = { title: "Settings" };

/** All settings that need no new deployment. */
export default async function SettingsPage() {
  await requireAdmin("settings.read");
  const settings = await loadSettings(getDb());
  return (
    <>
      <AdminHeading
        title="Settings"
        intro="Settings apply at once, and the audit log keeps every change. Claims are on the Going live page."
      />
      {sectionsOf(settings).map((section) => (
        <SettingsSection key={section.title} {...section} settings={settings} />
      ))}
      <BeforePaying settings={settings} />
      <Sales settings={settings} />
      <TelegramSettings settings={settings} />
    </>
  );
}
