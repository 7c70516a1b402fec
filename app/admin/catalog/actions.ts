"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { conflict, invalidField } from "@/lib/base/errors";
import {
  addOnChangeSchema,
  linkFormSchema,
  newAddOnSchema,
  newPackageSchema,
  newPlatformSchema,
  newServiceSchema,
  packageChangeSchema,
  platformFormSchema,
  platformTextsSchema,
  serviceFormSchema,
  serviceTextsSchema,
  slotFormSchema,
  unitFormSchema,
  variantFormSchema,
} from "@/lib/shop/catalog/catalog-forms";
import { linkProblems } from "@/lib/shop/catalog/check-links";
import { type CatalogDocument, targetKinds, type VariantEntry } from "@/lib/shop/catalog/document";
import { discardDraft, editDraft } from "@/lib/shop/catalog/draft";
import {
  addAddOn,
  addPackage,
  changeAddOn,
  changePackage,
  changePlatform,
  changeService,
  putUnit,
  sortEntries,
  sortPlatforms,
  undo,
} from "@/lib/shop/catalog/edit-document";
import { missingKinds, newPlatform, newService, withNewLinks } from "@/lib/shop/catalog/new-entries";
import { publishDraft, revertTo } from "@/lib/shop/catalog/publish";
import { isReserved } from "@/lib/shop/catalog/reserved-slugs";

const seen = z.object({ edits: z.coerce.number().int().min(0) });

/** An action that changes the draft. It needs no reason: publishing asks for one, and is what the audit log keeps. */
const draftAction = <Schema extends z.ZodType>(
  schema: Schema,
  change: (document: CatalogDocument, input: z.infer<Schema>, now: CatalogDocument) => CatalogDocument,
) =>
  adminAction("catalogue.draft", schema.and(seen), async (input, actor) => {
    const edits = (input as z.infer<typeof seen>).edits;
    await editDraft(getDb(), {
      edits,
      actor,
      change: (document, now) => change(document, input as z.infer<Schema>, now),
    });
    return "Saved in the draft. Buyers see it once you publish it.";
  });

const key = z.string().max(80);
const ofEntry = z.object({ entryId: key });
const ofPlatform = z.object({ platform: key });
const ofService = ofPlatform.extend({ service: key });

export const updatePackageAction = draftAction(packageChangeSchema.and(ofEntry), (document, input) => {
  const { priceCents, originalCents, isPopular, isActive, platforms } = input;
  return changePackage(document, input.entryId, {
    priceCents,
    originalCents,
    isPopular,
    isActive,
    platforms,
  });
});

export const createPackageAction = draftAction(newPackageSchema, (document, input) => {
  const { service, variant, quantity, priceCents, originalCents, isPopular, platforms } = input;
  const entry = {
    service,
    variant,
    quantity,
    priceCents,
    originalCents,
    isPopular,
    platforms,
    isActive: true,
  };
  return addPackage(document, entry);
});

export const updateAddOnAction = draftAction(addOnChangeSchema.and(ofEntry), (document, input) => {
  const { priceCents, originalCents, isActive, platforms } = input;
  return changeAddOn(document, input.entryId, { priceCents, originalCents, isActive, platforms });
});

export const createAddOnAction = draftAction(newAddOnSchema, (document, input) => {
  const { surface, service, variant, extra, quantity, priceCents, originalCents, platforms } = input;
  const entry = { surface, service, variant, quantity, priceCents, originalCents, platforms, isActive: true };
  return addAddOn(document, { ...entry, ...(extra && { extra }) });
});

/** What a form says of a quality, without the fields that name its service. */
function variantOf(input: VariantEntry): VariantEntry {
  const { slug, label, name, description, deliveryTime, refillDays } = input;
  const { pricePer1000Cents, minQuantity, maxQuantity, priceSteps } = input;
  return {
    slug,
    label,
    name,
    description,
    pricePer1000Cents,
    minQuantity,
    maxQuantity,
    deliveryTime,
    refillDays,
    ...(priceSteps && { priceSteps }),
  };
}

const idsSchema = z.object({
  ids: z
    .string()
    .max(40_000)
    .transform((text) => text.split(",")),
});

export const reorderEntriesAction = draftAction(idsSchema, (document, { ids }) => sortEntries(document, ids));

export const reorderPlatformsAction = draftAction(
  idsSchema.extend({ platform: key.optional() }),
  (document, { ids, platform }) => sortPlatforms(document, ids, platform),
);

export const createPlatformAction = draftAction(newPlatformSchema, (document, input) => {
  if (isReserved(input.slug))
    throw invalidField("slug", `/${input.slug} is kept for another page. Choose another.`);
  if (document.platforms.some(({ slug }) => slug === input.slug)) {
    throw invalidField("slug", `There is a platform at /${input.slug} already.`);
  }
  return { ...document, platforms: [...document.platforms, newPlatform(input)] };
});

export const updatePlatformAction = draftAction(platformFormSchema.and(ofPlatform), (document, input) => {
  const { platform: slug, label, status, accent, glyph, hosts, adapter, sellsUnchecked } = input;
  const change = { label, status, accent, glyph, hosts, adapter, sellsUnchecked };
  return changePlatform(document, slug, (platform) => ({ ...platform, ...change }));
});

export const updatePlatformTextsAction = draftAction(
  platformTextsSchema.and(ofPlatform),
  (document, input) => {
    const { platform: slug, tagline, lead, figures, post, video } = input;
    return changePlatform(document, slug, (platform) => ({
      ...platform,
      texts: { tagline, lead, figures, post, video },
    }));
  },
);

export const saveSlotAction = draftAction(slotFormSchema.and(ofPlatform), (document, input) => {
  const { platform: slug, edits: _, name, ...slot } = input as typeof input & z.infer<typeof seen>;
  return changePlatform(document, slug, (platform) => ({
    ...platform,
    slots: { ...platform.slots, [name]: slot },
  }));
});

/** Links are tried when they are saved; a form whose examples fail stays as it was. */
export const updateLinksAction = draftAction(linkFormSchema.and(ofPlatform), (document, input) => {
  const { platform: slug, target, templates, canonical, taken, refused } = input;
  const form = { target, templates, canonical, taken, refused };
  return changePlatform(document, slug, (platform) => {
    const linkForms = platform.linkForms.map((each) => (each.target === target ? form : each));
    const [problem] = linkProblems({ ...platform, linkForms }, form);
    if (problem) throw invalidField(problem.field, problem.message);
    return { ...platform, linkForms };
  });
});

const ofLinks = ofPlatform.extend({ target: z.enum(targetKinds) });

export const createLinksAction = draftAction(ofLinks, (document, { platform: slug, target }) =>
  changePlatform(document, slug, (platform) => {
    if (!missingKinds(platform).includes(target)) throw conflict("These links are there already.");
    return withNewLinks(platform, target);
  }),
);

export const removeLinksAction = draftAction(ofLinks, (document, { platform: slug, target }) =>
  changePlatform(document, slug, (platform) => {
    const service = platform.services.find((each) => each.target === target);
    if (service) throw conflict(`${service.label} goes to a ${target}, so these links stay.`);
    return { ...platform, linkForms: platform.linkForms.filter((form) => form.target !== target) };
  }),
);

export const createServiceAction = draftAction(newServiceSchema.and(ofPlatform), (document, input) => {
  const { platform: slug, ...entry } = input;
  return changePlatform(document, slug, (platform) => {
    if (platform.services.some((service) => service.slug === entry.slug)) {
      throw invalidField("slug", `${platform.label} has a service “${entry.slug}” already.`);
    }
    const { slug: own, label, unit, target, pricePer1000Cents } = entry;
    const service = newService(platform.label, { slug: own, label, unit, target, pricePer1000Cents });
    return { ...platform, services: [...platform.services, service] };
  });
});

export const updateServiceAction = draftAction(serviceFormSchema.and(ofService), (document, input) => {
  const { label, unit, target, step, status } = input;
  return changeService(document, input, (service) => ({ ...service, label, unit, target, step, status }));
});

export const updateServiceTextsAction = draftAction(serviceTextsSchema.and(ofService), (document, input) => {
  const { summary, lead, features, questions } = input;
  return changeService(document, input, (service) => ({
    ...service,
    texts: { summary, lead, features, questions },
  }));
});

export const updateVariantAction = draftAction(variantFormSchema.and(ofService), (document, input) => {
  const variant = variantOf(input);
  return changeService(document, input, (service) => ({
    ...service,
    variants: service.variants.map((held) => (held.slug === variant.slug ? variant : held)),
  }));
});

export const createVariantAction = draftAction(variantFormSchema.and(ofService), (document, input) => {
  const variant = variantOf(input);
  return changeService(document, input, (service) => {
    if (service.variants.some(({ slug }) => slug === variant.slug)) {
      throw invalidField("slug", `There is a quality “${variant.slug}” already.`);
    }
    return { ...service, variants: [...service.variants, variant] };
  });
});

export const saveUnitAction = draftAction(unitFormSchema, (document, { slug, one, many, counter }) =>
  putUnit(document, { slug, one, many, counter }),
);

const pathsSchema = z.object({
  paths: z
    .string()
    .max(20_000)
    .transform((text) => text.split(",")),
});

export const undoChangesAction = draftAction(pathsSchema, (document, { paths }, now) =>
  undo(document, now, paths),
);

export const discardDraftAction = adminAction("catalogue.draft", seen, async ({ edits }) => {
  await discardDraft(getDb(), { edits });
  return "The draft is discarded. The catalogue stays as it was.";
});

export const revertAction = adminAction(
  "catalogue.draft",
  z.object({ number: z.coerce.number().int().min(1) }),
  async ({ number }, actor) => {
    await revertTo(getDb(), { number, actor });
    return { nextPath: "/admin/catalog/changes" };
  },
);

const publishSchema = withReason.extend({ ...seen.shape, seen: z.string().max(64) });

/** The shop's packages and prices decide what buyers pay, so publishing needs a recent re-authentication. */
export const publishAction = freshAdminAction("catalogue.change", publishSchema, async (input, actor) => {
  await publishDraft(getDb(), { ...input, actor });
  return { nextPath: "/admin/catalog/versions" };
});
