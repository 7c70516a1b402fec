import { expect, it } from "vitest";
import { payerCountry } from "@/lib/money/payments/read-session";
import { countryCodes, countryName, isCountry } from "@/lib/shop/settings/countries";
import { salesFormSchema } from "@/lib/shop/settings/settings-forms";

type Session = Parameters<typeof payerCountry>[0];
const session = (billing: string | null, ofCharge: string | null, ofCard: string | null) =>
  ({
    customer_details: billing === null ? null : { address: { country: billing } },
    payment_intent: {
      latest_charge: {
        billing_details: { address: { country: ofCharge } },
        payment_method_details: { card: { country: ofCard } },
      },
    },
  }) as unknown as Session;

it.each([
  [session("FR", "AT", "US"), "FR"],
  [session(null, "AT", "US"), "AT"],
  [session(null, null, "US"), "US"],
  [session("de", null, null), "DE"],
  [session(null, null, null), null],
  [{ customer_details: null, payment_intent: "pi_1" } as Session, null],
  [{ customer_details: null, payment_intent: null } as Session, null],
])("a payer's country is the billing address's before the card's (%#)", (paid, country) => {
  expect(payerCountry(paid)).toBe(country);
});

it("every country of ISO 3166-1 is listed once, with a name", () => {
  expect(new Set(countryCodes).size).toBe(249);
  expect(countryCodes.filter((code) => countryName(code) === code)).toEqual([]);
  expect(["AT", "GB", "at", "UK", "EU", "ZZ", ""].filter(isCountry)).toEqual(["AT", "GB"]);
});

it("the form's ticks become the excluded countries, and the switch of withdrawal", () => {
  expect(salesFormSchema.parse({ withdrawal: "on", US: "on", AT: "on", reason: "the tax office" })).toEqual({
    withdrawal: true,
    excludedCountries: ["AT", "US"],
  });
  expect(salesFormSchema.parse({})).toEqual({ withdrawal: false, excludedCountries: [] });
});
