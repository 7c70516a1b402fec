import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bestLocale } from "@/lib/buyer/checkout/best-locale";

describe("a buyer's language", () => {
  it.each([
    ["de-CH,de;q=0.9,en;q=0.8", "de-CH"],
    ["en;q=0.5, fr-fr;q=0.9", "fr-FR"],
    ["*;q=0.8,pt-br;q=0.7", "pt-BR"],
    ["da, en-gb;q=0.8", "da"],
    ["fr;q=0, it;q=0.1", "it"],
    ["de;q=none, es", "es"],
    ["x".repeat(40), "en"],
    ["not a tag!", "en"],
    ["*", "en"],
    ["", "en"],
    [null, "en"],
  ])("of Accept-Language %j is %s", (header, locale) => {
    expect(bestLocale(header)).toBe(locale);
  });

  it("is a valid tag for any header", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (header) => {
        expect(Intl.getCanonicalLocales(bestLocale(header))).toHaveLength(1);
      }),
    );
  });
});
