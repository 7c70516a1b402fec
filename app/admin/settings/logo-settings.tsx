import { AllowedDialog, AllowedForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";
import { removeLogoAction, saveLogoAction } from "./actions";

/** The logo is a file, which is shown as soon as it is sent. */
export function LogoSettings({ settings }: { settings: SiteSettings }) {
  return (
    <AdminSection
      title="Logo"
      detail="Replaces the drawn logo and the name in the header and the footer. It is shown 32 pixels high and at most 128 wide; a picture of twice that size looks sharp. Choose colours that can be read on light and dark pages."
      actions={
        settings.logo ? (
          <AllowedDialog
            label="Remove the logo"
            detail="Pages show the drawn logo and the shop's name again."
            action={removeLogoAction}
          />
        ) : null
      }
    >
      <AllowedForm action={saveLogoAction} submitLabel="Show this logo">
        <ActionInput
          name="logo"
          label="Picture"
          hint="PNG or WebP, at most 64 KB."
          type="file"
          accept="image/png,image/webp"
          required
        />
      </AllowedForm>
    </AdminSection>
  );
}
