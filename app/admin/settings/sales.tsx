import { ActionForm } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { AdminSection } from "@/components/admin/admin-section";
import { CheckBox } from "@/components/admin/check-box";
import { countryCodes, countryName } from "@/lib/countries";
import type { SiteSettings } from "@/lib/settings/site-settings";
import { saveBeforePayingAction, saveSalesAction } from "./actions";

const countries = countryCodes
  .map((code) => ({ code, name: countryName(code) }))
  .sort((a, b) => a.name.localeCompare(b.name, "en"));

type GroupProps = { settings: SiteSettings };

/** Withdrawal, and the countries that are not sold to. */
export function Sales({ settings }: GroupProps) {
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

/** What stands beside the payment buttons. */
export function BeforePaying({ settings }: GroupProps) {
  return (
    <AdminSection
      title="Before paying"
      detail="One line beside every payment button: the texts, the buyer's age, the platforms' rules, and consent to begin at once. An order stores what its buyer agreed to."
    >
      <ActionForm action={saveBeforePayingAction} submitLabel="Save before paying">
        <ActionInput
          name="minimumAge"
          label="Minimum age in years"
          inputMode="numeric"
          defaultValue={settings.minimumAge}
          required
        />
        <CheckBox
          name="asksForTick"
          label="Ask for a tick"
          hint="Some countries want a box that the buyer ticks. It is one more tap before each payment."
          isOn={settings.asksForTick}
        />
      </ActionForm>
    </AdminSection>
  );
}
