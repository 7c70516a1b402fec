import { emulatedPlatforms, emulatedServices } from "@/lib/local/emulated";

/** A page for each service of each platform. */
export const landings = emulatedPlatforms.flatMap((platform) =>
  emulatedServices.map((service) => `/${platform}/${service}`),
);

/** The pages whose texts are the shop's own, not an operator's or a buyer's, and an address without a page. */
export const publicPages = [
  "/",
  ...landings,
  ...emulatedPlatforms.flatMap((platform) => [
    `/${platform}`,
    ...emulatedServices.flatMap((service) => [
      `/${platform}/details/${service}`,
      `/${platform}/checkout/${service}`,
    ]),
  ]),
  "/contact",
  "/contact/custom-package",
  "/contact/stop-orders",
  "/success",
  "/track",
  "/nowhere/at/all",
];

/** The texts of all claims, wherever they stand. */
export const claimTexts =
  /4\.9\/5|99\.9%|10M\+|5M\+|[Rr]eal, active|24-48 hours|1-24 hours|[Nn]o password|never ask for a password|money-back|100% safe|24\/7|24 hours|[Gg]uaranteed growth|50,000|Online Now|Limited Time|<s |You save|% OFF|[Dd]iscount|Refill (?:if|for)|>Popular<|[Gg]radual/;
