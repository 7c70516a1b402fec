import { CheckBox } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { countryCodes, countryName } from "@/lib/shop/settings/countries";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

/** The fields for withdrawal, and for the countries that are not sold to. */
export function Sales({ settings }: { settings: SiteSettings }) {
  const { withdrawal, excludedCountries } = settings;
  const excluded = countries.filter(({ code }) => excludedCountries.includes(code));
  return (
    <AdminSection
      title="Withdrawal and countries"
      detail="The shop refuses an order from an excluded country where it knows the country. A payment with a card or billing address from one is sent back in full, and nothing is delivered for it. Orders that are already paid stay as they are."
    >
      <CheckBox
        name="withdrawal"
        label="Buyers can withdraw from the contract online"
        hint="Required for customers in the European Union. If you do not sell there, you may switch it off."
        isOn={withdrawal}
      />
      <p className="text-sm text-muted-foreground">
        {excluded.length > 0
          ? `Not sold to: ${excluded.map(({ name }) => name).join(", ")}.`
          : "The shop sells to every country."}
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
    </AdminSection>
  );
}
