import { databaseNow } from "@/lib/base/time/clock";
import { listFollowersRefills, mayPromiseRefills } from "@/lib/shop/catalog/load-catalog";
import { findText, loadTextVersions } from "@/lib/shop/legal/find-text";
import { acceptedKinds, legalTitles } from "@/lib/shop/legal/kinds";
import { shippedText } from "@/lib/shop/legal/shipped-texts";
import { claimNames, shownClaims } from "@/lib/shop/settings/claims";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { type CheckResult, missing, off, type ReadinessDeps, ready } from "./readiness-check";

/** Claims are optional, so this check is never `missing`. */
export async function checkClaims({ db, env }: ReadinessDeps): Promise<CheckResult> {
  const isLive = env.APP_MODE === "live";
  const [settings, refills] = await Promise.all([loadSettings(db), listFollowersRefills(db)]);
  const rules = { isLive, now: databaseNow, areFollowersRefilled: mayPromiseRefills(refills) };
  const shown = Object.keys(shownClaims(settings, rules)).length;
  const count = `${shown} of ${claimNames.length} claims ${shown === 1 ? "is" : "are"} shown`;
  if (!isLive) return ready(`${count}. A live shop shows only those that can be proven.`);
  if (shown > 0) return ready(`${count}, each with its evidence.`);
  return off("No claims are shown. Once you say how a claim can be proven, the pages can show it.", {
    label: "Claims",
    href: "#claims",
  });
}

/** Says whether the operator has written the imprint, and which texts are still the shipped ones. */
export async function checkLegalTexts({ db, env }: Pick<ReadinessDeps, "db" | "env">): Promise<CheckResult> {
  const versions = await loadTextVersions(db);
  const next = { label: "Legal texts", href: "/admin/legal" };
  const texts = await Promise.all(acceptedKinds.map((kind) => findText(db, kind, versions[kind])));
  const shipped = texts.flatMap((text) =>
    text && text === shippedText(text.kind) ? legalTitles[text.kind] : [],
  );
  const note =
    shipped.length > 0
      ? ` Still the text that came with the software: ${shipped.join(", ")}. No lawyer has checked it for your country. Have one read it, or publish your own.`
      : "";
  if (versions.imprint === 0) {
    const message = `There is no imprint, so customers can't see who runs the shop. Most countries ask for a name, an address and a quick way to reach you.${note}`;
    return env.APP_MODE === "live" ? missing(message, next) : off(message, next);
  }
  return ready(`The imprint is published.${note}`, next);
}

/** Says whether buyers tick a box. Either is lawful in some countries, so neither is `missing`. */
export async function checkConsentBox({ db }: ReadinessDeps): Promise<CheckResult> {
  const { asksForTick, minimumAge } = await loadSettings(db);
  const next = { label: "Settings", href: "/admin/settings" };
  const line = `The line beside the payment button says that buyers are at least ${minimumAge} years old, may act for the account, know that the platform's rules may forbid it, and ask for delivery to begin at once.`;
  return asksForTick
    ? ready(`${line} Buyers tick a box under it.`, next)
    : off(`${line} Buyers do not tick a box. Ask a lawyer whether your law requires one.`, next);
}
