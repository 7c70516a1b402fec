import { z } from "zod";
import { checkbox, dollarsSchema, wholeNumberSchema } from "@/lib/base/text/form-fields";
import { jsonText } from "@/lib/base/text/json-text";
import { claimNames } from "@/lib/shop/settings/claims";
import { surfaces } from "./catalog";
import { leastPaymentCents } from "./check-document";
import { microsOfText } from "./custom-amount";
import { documentSchema } from "./document";
import { plainIssue } from "./plain-issue";

/** Parses typed dollars (`13.49`) into cents; at least one cent. */
const centsSchema = dollarsSchema("Enter an amount such as 13.49.").refine(
  (cents) => cents > 0,
  "Enter an amount of at least 0.01.",
);

const units = wholeNumberSchema("a whole number", 1, 10_000_000);
const prices = { priceCents: centsSchema, originalCents: centsSchema };
const packagePrices = {
  ...prices,
  priceCents: centsSchema.refine(
    (cents) => cents >= leastPaymentCents,
    "Stripe takes no payment below 0.50.",
  ),
};

type Typed = Record<string, unknown>;
type Prices = { priceCents: number; originalCents: number };

// An original price below the price would show a false saving.
const isDiscount = ({ priceCents, originalCents }: Prices) => originalCents >= priceCents;
const noDiscount = { path: ["originalCents"], error: "The original price can't be below the price." };

/** The platforms whose boxes `for.<slug>` are ticked. */
const soldFor = z.looseObject({}).transform((form, context) => {
  const platforms = Object.keys(form)
    .filter((name) => form[name] === "on")
    .flatMap((name) => /^for\.(.+)$/.exec(name)?.[1] ?? []);
  if (platforms.length === 0) {
    context.addIssue({ code: "custom", path: ["platforms"], message: "Choose a platform, or hide it." });
  }
  return { platforms };
});

const variant = z.string().max(40).default("standard");

/** What an extra sells, as `<service>/<variant>`; empty for the service that it is offered with. */
const extra = z
  .string()
  .max(81)
  .default("")
  .transform((text) => {
    const [service = "", variant = ""] = text.split("/");
    return text === "" ? undefined : { service, variant };
  });

/** An entry with its prices. An original price that is left empty is the price, and nothing is struck through. */
const pricedEntry = <Entry extends z.ZodType<Prices>>(entry: Entry) =>
  z
    .preprocess(
      (form: Typed) => (form.originalCents === "" ? { ...form, originalCents: form.priceCents } : form),
      entry.refine(isDiscount, noDiscount),
    )
    .and(soldFor);

export const packageChangeSchema = pricedEntry(
  z.object({
    ...packagePrices,
    isPopular: checkbox,
    isActive: checkbox,
  }),
);
export const newPackageSchema = pricedEntry(
  z.object({
    ...packagePrices,
    service: z.string().max(40),
    variant,
    quantity: units,
    isPopular: checkbox,
  }),
);
export const addOnChangeSchema = pricedEntry(z.object({ ...prices, isActive: checkbox }));
export const newAddOnSchema = pricedEntry(
  z.object({
    ...prices,
    surface: z.enum(surfaces),
    service: z.string().max(40),
    variant,
    extra,
    quantity: units,
  }),
);

const platformSchema = documentSchema.shape.platforms.element;
const serviceSchema = platformSchema.shape.services.element;
const unitSchema = documentSchema.shape.units.element;

const typed = z.string().default("");
const lines = typed.transform((text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== ""),
);
const words = typed.transform((text) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== ""),
);
const orNone = typed.transform((text) => (text === "" ? null : text));

/** Parses what a form read as a part of the document; a message stands beside the field that it is about. */
function asPart<Part extends z.ZodType>(part: Part) {
  return (value: unknown, context: z.RefinementCtx): z.infer<Part> => {
    const parsed = part.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) {
      const isLine = typeof issue.path.at(-1) === "number";
      const path = isLine ? issue.path.slice(0, -1) : issue.path;
      context.addIssue({ code: "custom", path: [...path], message: plainIssue(issue) });
    }
    return z.NEVER;
  };
}

const platformParts = {
  label: true,
  status: true,
  accent: true,
  glyph: true,
  hosts: true,
  adapter: true,
  sellsUnchecked: true,
} as const;

export const platformFormSchema = z
  .object({
    label: typed,
    status: typed,
    accent: typed,
    glyph: typed,
    hosts: words,
    adapter: orNone,
    sellsUnchecked: checkbox,
  })
  .transform(asPart(platformSchema.pick(platformParts)));

export const newPlatformSchema = z
  .object({ slug: typed, label: typed, host: typed })
  .transform(({ host, ...rest }) => ({ ...rest, host: hostOf(host) }))
  .transform(
    asPart(
      platformSchema.pick({ slug: true, label: true }).extend({ host: platformSchema.shape.hosts.element }),
    ),
  );

/** `https://www.example.com/` is typed as often as `example.com`. */
const hostOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.|m\.)?/, "")
    .replace(/\/.*$/, "");

export const linkFormSchema = z
  .object({ target: typed, templates: lines, canonical: typed, taken: lines, refused: lines })
  .transform(asPart(platformSchema.shape.linkForms.element));

const length = wholeNumberSchema("a length", 1, 100);
const slotSchema = platformSchema.shape.slots.valueType;

export const slotFormSchema = z
  .object({ name: typed, kind: typed, min: length, max: length, except: words })
  .transform(({ name, except, ...slot }) => ({
    name,
    ...slot,
    ...(except.length > 0 && { except }),
  }))
  .transform(asPart(slotSchema.extend({ name: platformSchema.shape.slots.keyType })));

/** The claims whose boxes `<name>.<claim>` are ticked. */
const ticked = (form: Record<string, unknown>, name: string) =>
  claimNames.filter((claim) => form[`${name}.${claim}`] === "on");

export const platformTextsSchema = z
  .looseObject({
    tagline: typed,
    lead: typed,
    "post.one": typed,
    "post.many": typed,
    "video.one": typed,
    "video.many": typed,
  })
  .transform((form) => ({
    tagline: form.tagline,
    lead: form.lead,
    figures: ticked(form, "figures"),
    post: { one: form["post.one"], many: form["post.many"] },
    video: { one: form["video.one"], many: form["video.many"] },
  }))
  .transform(asPart(platformSchema.shape.texts));

export const unitFormSchema = z
  .object({ slug: typed, one: typed, many: typed, counter: orNone })
  .transform(asPart(unitSchema));

const serviceParts = { label: true, unit: true, target: true, step: true, status: true } as const;
const step = wholeNumberSchema("a step", 1, 1_000_000);

export const serviceFormSchema = z
  .object({ label: typed, unit: typed, target: typed, step, status: typed })
  .transform(asPart(serviceSchema.pick(serviceParts)));

export const newServiceSchema = z
  .object({ slug: typed, label: typed, unit: typed, target: typed, pricePer1000Cents: centsSchema })
  .transform(
    asPart(
      serviceSchema
        .pick({ slug: true, label: true, unit: true, target: true })
        .extend({ pricePer1000Cents: serviceSchema.shape.variants.element.shape.pricePer1000Cents }),
    ),
  );

/** The entries `<list>.<place>.<field>` of a form whose first field is not empty. */
function rowsOf(form: Record<string, unknown>, list: string, [first, second]: [string, string]) {
  const places = Object.keys(form).flatMap((name) => {
    const [, place] = new RegExp(`^${list}\\.(\\d{1,2})\\.${first}$`).exec(name) ?? [];
    return place === undefined ? [] : [Number(place)];
  });
  return places
    .sort((one, other) => one - other)
    .map((place): Record<string, unknown> => {
      const read = (field: string) => String(form[`${list}.${place}.${field}`] ?? "").trim();
      const claims = words.parse(read("claims"));
      const known = claimNames.filter((name) => claims.includes(name.toLowerCase()));
      return { [first]: read(first), [second]: read(second), ...(known.length > 0 && { claims: known }) };
    })
    .filter((row) => row[first] !== "");
}

export const serviceTextsSchema = z
  .looseObject({ summary: typed, lead: typed })
  .transform((form) => ({
    summary: form.summary,
    lead: form.lead,
    features: rowsOf(form, "features", ["title", "text"]),
    questions: rowsOf(form, "questions", ["question", "answer"]),
  }))
  .transform(asPart(serviceSchema.shape.texts));

const typedSteps = z.array(z.object({ from: z.string().max(20), per1000: z.string().max(20) })).max(12);
const stepBegin = wholeNumberSchema("a whole number", 1, 10_000_000);

/** The rows of the price by amount; an empty row goes, and without rows there is none. */
const priceSteps = z
  .string()
  .max(2_000)
  .default("[]")
  .pipe(jsonText("Reload the page and enter the prices again."))
  .pipe(typedSteps)
  .transform((rows, context) => {
    const steps = rows.flatMap(({ from, per1000 }, place) => {
      if (from.trim() === "" && per1000.trim() === "") return [];
      const begin = stepBegin.safeParse(from);
      const microsPerUnit = microsOfText(per1000);
      const refuse = (field: string, message = "") =>
        context.addIssue({ code: "custom", path: [place, field], message });
      if (!begin.success) refuse("from", begin.error.issues[0]?.message);
      if (!microsPerUnit)
        refuse("per1000", "Enter dollars with up to three decimals, such as 13.49; at least 0.001.");
      return begin.success && microsPerUnit ? [{ from: begin.data, microsPerUnit }] : [];
    });
    return steps.length > 0 ? steps : undefined;
  });

export const variantFormSchema = z
  .object({
    slug: typed,
    label: typed,
    name: z.string().trim().min(1, "Enter a name.").max(80),
    description: z.string().trim().min(1, "Enter a description.").max(400),
    pricePer1000Cents: centsSchema,
    minQuantity: units,
    maxQuantity: units,
    deliveryTime: z.string().trim().min(1, "Enter how long it takes.").max(80),
    refillDays: wholeNumberSchema("a whole number of days", 0, 365),
    priceSteps,
  })
  .refine((entry) => entry.maxQuantity >= entry.minQuantity, {
    path: ["maxQuantity"],
    error: "The maximum can't be below the minimum.",
  })
  .transform(asPart(serviceSchema.shape.variants.element));
