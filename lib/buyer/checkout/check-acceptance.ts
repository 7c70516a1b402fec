import { getShop } from "@/lib/base/env/env";
import { AppError, conflict } from "@/lib/base/errors";
import type { Acceptance, SentAcceptance } from "@/lib/shop/legal/acceptance";
import { consentLine, consentLineKey } from "@/lib/shop/legal/consent-line";
import { acceptedKinds, type TextVersions } from "@/lib/shop/legal/kinds";
import { parseLegalText, plainLines } from "@/lib/shop/legal/parse-legal-text";
import type { SiteSettings } from "@/lib/shop/settings/site-settings";

type Shown = { settings: SiteSettings; versions: TextVersions; locale: string; at: Date };

/**
 * Returns the terms that a buyer accepts by paying: the current texts and the line beside the button. Without `sent`,
 * the caller used no page, and the current texts count as shown. Errors: conflict when the page showed an older text or
 * another line; invalid_input without the tick that the shop requires.
 */
export function checkAcceptance(
  sent: SentAcceptance | undefined,
  { settings, versions: { terms, privacy, refunds }, locale, at }: Shown,
): Acceptance {
  const versions = { terms, privacy, refunds };
  const line = consentLine(settings.minimumAge);
  const isOther = sent?.line !== undefined && sent.line !== consentLineKey(line);
  if (isOther || (sent && acceptedKinds.some((kind) => sent[kind] !== versions[kind]))) {
    throw conflict(
      "Our terms have changed since this page was opened, and nothing was ordered. Please read them, and then pay.",
    );
  }
  const isTicked = sent?.isTicked ?? false;
  if (settings.asksForTick && !isTicked) {
    throw new AppError("invalid_input", {
      userMessage: "Please tick the box beside the button before you pay.",
    });
  }
  const shop = getShop();
  const names = {
    name: settings.shopName || shop.name,
    supportEmail: settings.supportEmail || shop.supportEmail,
  };
  const statement = plainLines(parseLegalText(line, names)).join(" ");
  return {
    at: at.toISOString(),
    locale,
    versions,
    statement,
    shop: names,
    isTicked: settings.asksForTick && isTicked,
  };
}
