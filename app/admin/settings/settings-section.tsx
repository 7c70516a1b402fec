import { ActionForm } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { textOfCents } from "@/lib/money";
import type { SiteSettings } from "@/lib/settings/site-settings";

type FieldProps = Omit<React.ComponentProps<typeof ActionInput>, "name"> & {
  name: keyof SiteSettings;
  /** A whole number, or an amount that is stored in cents. */
  kind?: "number" | "dollars";
  options?: React.ComponentProps<typeof ActionSelect>["options"];
};

export type SettingsSectionProps = Pick<
  React.ComponentProps<typeof AdminSection>,
  "title" | "detail" | "actions"
> &
  Pick<React.ComponentProps<typeof ActionForm>, "action" | "submitLabel" | "children"> & {
    fields?: FieldProps[];
    /** Stacks the fields; otherwise there are two in a row where there is room. */
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
  const inputs = fields.map((field) => <SettingsField key={field.name} settings={settings} {...field} />);
  return (
    <AdminSection title={title} detail={detail} actions={actions}>
      <ActionForm {...form}>
        {isStacked ? inputs : <div className="grid gap-4 sm:grid-cols-2">{inputs}</div>}
        {children}
      </ActionForm>
    </AdminSection>
  );
}

function SettingsField({ settings, kind, options, ...field }: FieldProps & { settings: SiteSettings }) {
  const { name, label, hint } = field;
  const value = settings[name];
  const defaultValue =
    field.defaultValue ?? (kind === "dollars" ? textOfCents(Number(value)) : String(value));
  if (options) return <ActionSelect {...{ name, label, hint, defaultValue, options }} />;
  const inputMode = kind && (kind === "dollars" ? "decimal" : "numeric");
  return (
    <ActionInput {...field} inputMode={inputMode} defaultValue={defaultValue} required={Boolean(kind)} />
  );
}
