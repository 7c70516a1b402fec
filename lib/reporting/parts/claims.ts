import { areFollowersRefilled } from "@/lib/catalog/queries";
import { databaseNow } from "@/lib/clock";
import { claimNames, shownClaims } from "@/lib/content/claims";
import { loadSettings } from "@/lib/settings/site-settings";
import { type Found, off, type PartsDeps, ready } from "./part";

/** Claims are optional, so this part is never `missing`. */
export async function checkClaims({ db, env }: PartsDeps): Promise<Found> {
  const isLive = env.APP_MODE === "live";
  const [settings, areRefilled] = await Promise.all([loadSettings(db), areFollowersRefilled(db)]);
  const rules = { isLive, now: databaseNow, areFollowersRefilled: areRefilled };
  const shown = Object.keys(shownClaims(settings, rules)).length;
  const count = `${shown} of ${claimNames.length} claims ${shown === 1 ? "is" : "are"} shown`;
  if (!isLive) return ready(`${count}. A live shop shows only those that can be proven.`);
  if (shown > 0) return ready(`${count}, each with its evidence.`);
  return off("No claims are shown. Once you say how a claim can be proven, the pages can show it.", {
    label: "Claims",
    href: "#claims",
  });
}
