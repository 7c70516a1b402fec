import { ActionForm } from "@/app/admin/allowed-action";
import { AdminSection } from "@/components/admin/admin-section";
import { CheckBox } from "@/components/admin/check-box";
import { countryCodes, countryName } from "@/lib/countries";
import type { SiteSettings } from "@/lib/settings/site-settings";
import { saveSalesAction } from "./actions";

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

/** Withdrawal, and the countries that are not sold to. */
export function Sales({ settings }: { settings: SiteSettings }) {
  const { withdrawal, excludedCountries } = settings;
  const excluded = countries.filter(({ code }) => excludedCountries.includes(code));
  return (
    <AdminSection
      title="Withdrawal and countries"
      detail="An order from an excluded country is refused where its country is known. A payment with a card or billing address of one is sent back in full, and nothing is delivered for it. Orders that are paid already are not touched."
    >
      <ActionForm action={saveSalesAction} submitLabel="Save withdrawal and countries">
        <CheckBox
          name="withdrawal"
          label="Buyers can withdraw from the contract online"
          hint="Required for customers in the European Union. A shop that does not sell there may switch it off."
          isOn={withdrawal}
        />
        <p className="text-sm text-muted-foreground">
          Not sold to: {excluded.length > 0 ? excluded.map(({ name }) => name).join(", ") : "no country"}.
        </p>
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-medium underline-offset-4 hover:underline">
            Choose countries
          </summary>
          <fieldset className="grid max-h-96 gap-x-6 overflow-y-auto sm:grid-cols-2 xl:grid-cols-3">
            <legend className="sr-only">Countries that are not sold to</legend>
            {countries.map(({ code, name }) => (
              <CheckBox key={code} name={code} label={name} isOn={excludedCountries.includes(code)} />
            ))}
          </fieldset>
        </details>
      </ActionForm>
    </AdminSection>
  );
}
