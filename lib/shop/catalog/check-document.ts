import { formatCents } from "@/lib/base/money";
import { hasPosts, isAccount, isList } from "./catalog";
import { linkProblems } from "./check-links";
import { amountStep, amountsWithin, centsOf, readCustomId } from "./custom-amount";
import {
  type AddOnEntry,
  adapterWebsites,
  type CatalogDocument,
  type PackageEntry,
  type PlatformEntry,
  type ServiceEntry,
  type VariantEntry,
} from "./document";
import { linkRulesOf } from "./links";
import { isReserved } from "./reserved-slugs";

/** `path` is where it is put right: `platforms/<slug>`, `packages/<id>`, `add-ons/<id>` or `units/<slug>`. */
export type CatalogProblem = { path: string; message: string };

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
export const leastPaymentCents = 50;
const mostPaymentCents = 99_999_999;
const mostRulesBytes = 1_024;

/**
 * What keeps a document from being published, each with what to do; empty when all is well. `published` is the catalogue
 * that it replaces: orders refer to what that one names, so nothing of it may be missing. Pure.
 */
export function problemsOf(
  document: CatalogDocument,
  published: CatalogDocument | null = null,
): CatalogProblem[] {
  return [
    ...document.platforms.flatMap((platform) => platformProblems(platform, document)),
    ...repeated(document.units, ({ slug }) => slug).map(({ slug }) => ({
      path: `units/${slug}`,
      message: `There are two units “${slug}”. Rename or remove one.`,
    })),
    ...repeated(document.platforms, ({ slug }) => slug).map(({ slug }) => ({
      path: `platforms/${slug}`,
      message: `There are two platforms at /${slug}. Give one another address.`,
    })),
    ...document.packages.flatMap((entry) => packageProblems(entry, document)),
    ...document.addOns.flatMap((entry) => addOnProblems(entry, document)),
    ...sameOffers(document),
    ...(published ? missing(document, published) : []),
  ];
}

function platformProblems(platform: PlatformEntry, { units }: CatalogDocument): CatalogProblem[] {
  const { slug, label, slots, linkForms, services, status, adapter, sellsUnchecked } = platform;
  const messages: string[] = [];
  if (isReserved(slug)) {
    messages.push(
      `/${slug} is kept for a page of the shop or a language. Choose another address for ${label}.`,
    );
  }
  for (const [name, { min, max }] of Object.entries(slots)) {
    if (min > max)
      messages.push(`{${name}} of ${label}'s links has a longest length below its shortest. Correct one.`);
  }
  for (const { target } of repeated(linkForms, (form) => form.target)) {
    messages.push(`${label} has two kinds of links for a ${target}. Put their templates into one.`);
  }
  if (linkForms.filter(({ target }) => isAccount(target)).length > 1) {
    messages.push(
      `${label} has links of profiles and of channels, but an account has one kind of name. Remove one of them.`,
    );
  }
  for (const form of linkForms) {
    for (const { message } of linkProblems(platform, form))
      messages.push(`Links of a ${label} ${form.target}: ${message}`);
  }
  if (Buffer.byteLength(JSON.stringify(linkRulesOf(platform))) > mostRulesBytes) {
    messages.push(
      `${label}'s links take more than 1 KB in the browser. Use fewer templates or excluded words.`,
    );
  }
  for (const service of repeated(services, (entry) => entry.slug)) {
    messages.push(`${label} has two services “${service.slug}”. Give one another address.`);
  }
  if (status === "live" && !services.some((service) => service.status === "live")) {
    messages.push(
      `${label} is live without a live service. Set one of its services to live, or keep it as a draft.`,
    );
  }
  const lists = services.filter((service) => service.status === "live" && isList(service.target));
  const unchecked = adapter === null ? "accounts and posts" : lists.length > 0 ? "lists" : null;
  if (status === "live" && unchecked && !sellsUnchecked) {
    messages.push(
      `Nobody can check ${label}'s ${unchecked} before a buyer pays. Tick “Sell it without checks” under About it, or keep it as a draft.`,
    );
  }
  const website = adapter && adapterWebsites[adapter];
  if (website && !platform.hosts.includes(website)) {
    messages.push(
      `The social data of ${adapter} is about ${website}, which is none of ${label}'s websites. Choose other social data or None.`,
    );
  }
  for (const service of services) {
    const named = `${label} ${service.label}`;
    const unit = units.find((each) => each.slug === service.unit);
    if (!unit) {
      messages.push(
        `${named} is counted in “${service.unit}”, which is no unit. Add that unit or choose another.`,
      );
    }
    if (unit?.counter === "followers" && hasPosts(service.target)) {
      messages.push(
        `${named} goes to a ${service.target}, but ${unit.many} are counted at an account. Choose another unit or let it go to a profile.`,
      );
    }
    if (service.status === "live" && !linkForms.some(({ target }) => target === service.target)) {
      const account = isAccount(service.target) && linkForms.find(({ target }) => isAccount(target))?.target;
      messages.push(
        account
          ? `${named} goes to a ${service.target}, but ${label} has links of a ${account}. Let it go to a ${account}.`
          : `${named} needs links of a ${service.target}. Add that kind of links to ${label}.`,
      );
    }
    messages.push(...variantProblems(service, named));
  }
  return messages.map((message) => ({ path: `platforms/${slug}`, message }));
}

function variantProblems({ variants, step }: ServiceEntry, named: string): string[] {
  return [
    ...variants.flatMap((variant) => stepProblems(variant, step, `${named}, ${variant.label}`)),
    ...repeated(variants, ({ slug }) => slug).map(
      ({ slug }) => `${named} has two qualities “${slug}”. Rename one.`,
    ),
    ...variants
      .filter(({ minQuantity, maxQuantity }) => minQuantity > maxQuantity)
      .map(({ label }) => `${named}, ${label}: the maximum is below the minimum. Correct one of them.`),
  ];
}

/** What is wrong with the price of amounts that buyers choose. */
function stepProblems({ priceSteps, minQuantity, maxQuantity }: VariantEntry, step: number, named: string) {
  if (!priceSteps) return [];
  const froms = priceSteps.map(({ from }) => from);
  if (froms[0] !== 1) return [`${named}: the price by amount begins at ${froms[0]}. Let it begin at 1.`];
  if (froms.some((from, place) => place > 0 && from <= (froms[place - 1] ?? 0)))
    return [`${named}: each step of the price by amount begins above the one before. Put them in order.`];
  const multiple = amountStep(step, priceSteps);
  const range = amountsWithin({ min: minQuantity, max: maxQuantity, step: multiple });
  if (!range) {
    return [
      `${named}: at this price buyers choose multiples of ${multiple}, and none is from ${minQuantity} to ${maxQuantity}. Raise the price by amount or the maximum.`,
    ];
  }
  const [least, most] = [centsOf(priceSteps, range.min), centsOf(priceSteps, range.max)];
  const problems: string[] = [];
  if (least < leastPaymentCents) {
    problems.push(
      `${named}: the smallest amount, ${range.min}, costs ${formatCents(least)}, and Stripe takes no less than $0.50. Raise the minimum or the price by amount.`,
    );
  }
  if (most > mostPaymentCents) {
    problems.push(
      `${named}: the largest amount, ${range.max}, costs ${formatCents(most)}, and Stripe takes no more than ${formatCents(mostPaymentCents)}. Lower the maximum or the price by amount.`,
    );
  }
  return problems;
}

function packageProblems(entry: PackageEntry, document: CatalogDocument): CatalogProblem[] {
  const path = `packages/${entry.id}`;
  const problems = soldProblems(entry, document, path);
  if (entry.priceCents < leastPaymentCents) {
    problems.push({
      path,
      message: `${entry.id} costs less than $0.50, which Stripe does not take. Raise the price.`,
    });
  }
  return problems;
}

/** An extra is sold like a package of its service, which goes to the profile, and has one platform's names. */
function addOnProblems(entry: AddOnEntry, document: CatalogDocument): CatalogProblem[] {
  const { extra, surface: _, ...offered } = entry;
  const path = `add-ons/${entry.id}`;
  if (!extra) return soldProblems(entry, document, path);
  const messages: string[] = [];
  if (entry.platforms.length > 1) {
    messages.push(`${entry.id} sells another service, so it is offered for one platform. Untick the others.`);
  }
  if (extra.service === entry.service && extra.variant === entry.variant) {
    messages.push(`${entry.id} sells its own service as another one. Choose another service.`);
  }
  for (const { named, service } of servicesOf(entry, document)) {
    if (!service)
      messages.push(`${entry.id} is offered with ${named}, which does not exist. Untick that platform.`);
    else if (isList(service.target))
      messages.push(
        `${entry.id} is offered with ${named}, which goes to a list and names no account. Untick that platform.`,
      );
  }
  const sold = { ...offered, ...extra, isPopular: false };
  for (const { named, service } of servicesOf(sold, document)) {
    if (service && !isAccount(service.target)) {
      messages.push(
        `${entry.id} sells ${named}, for which a buyer chooses ${isList(service.target) ? "a list" : "posts"}. Choose a service that goes to the account.`,
      );
    }
  }
  return [...messages.map((message) => ({ path, message })), ...soldProblems(sold, document, path)];
}

function soldProblems(
  entry: PackageEntry | AddOnEntry,
  document: CatalogDocument,
  path: string,
): CatalogProblem[] {
  const messages: string[] = [];
  if (readCustomId(entry.id, entry.service)) {
    messages.push(`${entry.id} is named like an amount that a buyer chooses. Give it another id.`);
  }
  if (entry.originalCents < entry.priceCents) {
    messages.push(`${entry.id}: the original price is below the price. Raise it, or set both the same.`);
  }
  for (const { named, service, variant } of servicesOf(entry, document)) {
    if (!service)
      messages.push(`${entry.id} is offered for ${named}, which does not exist. Untick that platform.`);
    else if (!variant)
      messages.push(
        `${entry.id} names the quality “${entry.variant}”, which ${named} lacks. Choose another.`,
      );
    else messages.push(...quantityProblems(entry, { named, service, variant }));
  }
  return messages.map((message) => ({ path, message }));
}

function servicesOf(entry: PackageEntry | AddOnEntry, { platforms }: CatalogDocument) {
  return entry.platforms.map((slug) => {
    const platform = platforms.find((each) => each.slug === slug);
    const service = platform?.services.find((each) => each.slug === entry.service);
    const variant = service?.variants.find((each) => each.slug === entry.variant);
    return { named: `${platform?.label ?? slug} ${service?.label ?? entry.service}`, service, variant };
  });
}

/** Posts and videos share an order's amount, so that only a profile's has a maximum; an add-on comes on top. */
function quantityProblems(
  entry: PackageEntry | AddOnEntry,
  { named, service, variant }: { named: string; service: ServiceEntry; variant: VariantEntry },
): string[] {
  if (!entry.isActive) return [];
  const { minQuantity, maxQuantity } = variant;
  const messages: string[] = [];
  if (entry.quantity % service.step !== 0) {
    messages.push(`${entry.id}: ${named} is sold in steps of ${service.step}. Choose a multiple of it.`);
  }
  if ("surface" in entry) return messages;
  const bySteps = variant.priceSteps ? centsOf(variant.priceSteps, entry.quantity) : Infinity;
  if (entry.priceCents > bySteps) {
    messages.push(
      `${entry.id} costs ${formatCents(entry.priceCents)}, but the same amount of ${named} costs ${formatCents(bySteps)} by amount. Lower its price, or raise the price by amount.`,
    );
  }
  if (entry.quantity < minQuantity) {
    messages.push(
      `${entry.id} is smaller than the ${minQuantity} that ${named} takes at least. Hide it, or lower the minimum.`,
    );
  }
  if (service.target === "profile" && entry.quantity > maxQuantity) {
    messages.push(
      `${entry.id} is larger than the ${maxQuantity} that ${named} takes at most. Hide it, or raise the maximum.`,
    );
  }
  return messages;
}

/** Two entries with one id, and two that a page would show as the same. */
function sameOffers({ packages, addOns }: CatalogDocument): CatalogProblem[] {
  return [...sameIn("packages", packages), ...sameIn("add-ons", addOns)];
}

function sameIn(
  name: "packages" | "add-ons",
  entries: readonly (PackageEntry | AddOnEntry)[],
): CatalogProblem[] {
  const shown = entries
    .filter(({ isActive }) => isActive)
    .flatMap((entry) => entry.platforms.map((platform) => ({ entry, platform })));
  const placeOf = ({ entry, platform }: (typeof shown)[number]) =>
    [
      platform,
      entry.service,
      entry.variant,
      entry.quantity,
      ...("surface" in entry ? [entry.surface, entry.extra?.service, entry.extra?.variant] : []),
    ].join();
  return [
    ...repeated(entries, ({ id }) => id).map(({ id }) => ({
      path: `${name}/${id}`,
      message: `There are two ${name} “${id}”. Rename or remove one.`,
    })),
    ...repeated(shown, placeOf).map(({ entry, platform }) => ({
      path: `${name}/${entry.id}`,
      message: `Two ${name} of ${entry.quantity} are offered for ${platform} ${entry.service}. Hide one of them.`,
    })),
  ];
}

const gone = "Orders refer to it, so it can't be removed or renamed.";

function missing(document: CatalogDocument, published: CatalogDocument): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const lacks = (entries: readonly { slug: string }[], slug: string) =>
    entries.every((entry) => entry.slug !== slug);
  for (const { slug } of published.units) {
    if (lacks(document.units, slug))
      problems.push({ path: `units/${slug}`, message: `The unit “${slug}” is missing. ${gone}` });
  }
  for (const { slug, label, services } of published.platforms) {
    const path = `platforms/${slug}`;
    const platform = document.platforms.find((entry) => entry.slug === slug);
    if (!platform) problems.push({ path, message: `${label} is missing. ${gone} Set it to retired.` });
    for (const service of platform ? services : []) {
      const held = platform?.services.find((entry) => entry.slug === service.slug);
      const named = `${label} ${service.label}`;
      if (!held) problems.push({ path, message: `${named} is missing. ${gone} Set it to retired.` });
      for (const variant of held ? service.variants : []) {
        if (lacks(held?.variants ?? [], variant.slug)) {
          problems.push({ path, message: `${named} lacks its quality ${variant.label}. ${gone}` });
        }
      }
    }
  }
  for (const name of ["packages", "addOns"] as const) {
    const ids = new Set(document[name].map(({ id }) => id));
    for (const { id } of published[name]) {
      const path = `${name === "packages" ? name : "add-ons"}/${id}`;
      if (!ids.has(id)) problems.push({ path, message: `${id} is missing. ${gone} Hide it.` });
    }
  }
  return problems;
}

/** The entries whose key an earlier one has. */
function repeated<Entry>(entries: readonly Entry[], keyOf: (entry: Entry) => string): Entry[] {
  const seen = new Set<string>();
  return entries.filter((entry) => {
    const key = keyOf(entry);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}
