import { ActionForm } from "@/app/admin/allowed-action";
import { AdminSection } from "@/components/admin/admin-section";
import { type RecordField, RecordFields } from "@/components/admin/record-fields";
import type { SiteSettings } from "@/lib/settings/site-settings";

export type SettingsSectionProps = Pick<
  React.ComponentProps<typeof AdminSection>,
  "title" | "detail" | "actions"
> &
  Pick<React.ComponentProps<typeof ActionForm>, "action" | "submitLabel" | "children"> & {
    fields?: RecordField<keyof SiteSettings>[];
    isStacked?: boolean;
  };

/** Settings that are saved together: a section with one form. */
export function SettingsSection({
  settings,
  title,
  detail,
  actions,
  isStacked,
  fields = [],
  children,
  ...form
}: SettingsSectionProps & { settings: SiteSettings }) {
  return (
    <AdminSection title={title} detail={detail} actions={actions}>
      <ActionForm {...form}>
        <RecordFields record={settings} fields={fields} isStacked={isStacked} />
        {children}
      </ActionForm>
    </AdminSection>
  );
}
