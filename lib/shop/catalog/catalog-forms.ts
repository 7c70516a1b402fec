import { z } from "zod";
import { checkbox, dollarsSchema, wholeNumberSchema } from "@/lib/base/text/form-fields";
import { surfaces } from "./catalog";
import { type Platform, platforms, serviceTypes } from "./platforms";

/** Parses typed dollars (`13.49`) into cents; at least one cent. */
const centsSchema = dollarsSchema("Enter an amount such as 13.49.").refine(
  (cents) => cents > 0,
  "Enter an amount of at least 0.01.",
);

const units = wholeNumberSchema("a whole number", 1, 10_000_000);
const prices = { priceCents: centsSchema, originalCents: centsSchema };

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const leastPaymentCents = 50;
const packagePrices = {
  ...prices,
  priceCents: centsSchema.refine(
    (cents) => cents >= leastPaymentCents,
    "Stripe takes no payment below 0.50.",
  ),
};

// An original price below the price would show a false saving.
const isDiscount = (entry: { priceCents: number; originalCents: number }) =>
  entry.originalCents >= entry.priceCents;
const noDiscount = { path: ["originalCents"], error: "The original price can't be below the price." };

const offered: Record<Platform, typeof checkbox> = { instagram: checkbox, tiktok: checkbox };
const isSomewhere = (entry: Record<Platform, boolean>) => platforms.some((platform) => entry[platform]);
const nowhere = { path: ["instagram"], error: "Choose a platform, or hide the package." };

/** Turns the platforms' checkboxes into a list. */
function withPlatforms<Entry extends Record<Platform, boolean>>(entry: Entry) {
  const { instagram, tiktok, ...rest } = entry;
  const isOffered: Record<Platform, boolean> = { instagram, tiktok };
  return { ...rest, platforms: platforms.filter((platform) => isOffered[platform]) };
}

export const packageChangeSchema = z
  .object({ ...packagePrices, ...offered, isPopular: checkbox, isActive: checkbox })
  .refine(isDiscount, noDiscount)
  .refine(isSomewhere, nowhere)
  .transform(withPlatforms);
export type PackageChange = z.infer<typeof packageChangeSchema>;

export const newPackageSchema = z
  .object({
    service: z.enum(serviceTypes),
    quantity: units,
    ...packagePrices,
    ...offered,
    isPopular: checkbox,
  })
  .refine(isDiscount, noDiscount)
  .refine(isSomewhere, nowhere)
  .transform(withPlatforms);
export type NewPackage = z.infer<typeof newPackageSchema>;

export const addOnChangeSchema = z.object({ ...prices, isActive: checkbox }).refine(isDiscount, noDiscount);
export type AddOnChange = z.infer<typeof addOnChangeSchema>;

export const newAddOnSchema = z
  .object({ surface: z.enum(surfaces), service: z.enum(serviceTypes), quantity: units, ...prices })
  .refine(isDiscount, noDiscount);
export type NewAddOn = z.infer<typeof newAddOnSchema>;

export const serviceChangeSchema = z
  .object({
    name: z.string().trim().min(1, "Enter a name.").max(80),
    description: z.string().trim().min(1, "Enter a description.").max(400),
    pricePer1000Cents: centsSchema,
    minQuantity: units,
    maxQuantity: units,
    deliveryTime: z.string().trim().min(1, "Enter how long it takes.").max(80),
    refillDays: wholeNumberSchema("a whole number of days", 0, 365),
  })
  .refine((service) => service.maxQuantity >= service.minQuantity, {
    path: ["maxQuantity"],
    error: "The maximum can't be below the minimum.",
  });
export type ServiceChange = z.infer<typeof serviceChangeSchema>;
