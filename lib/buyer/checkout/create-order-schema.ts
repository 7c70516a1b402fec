import { z } from "zod";
import { centsFromDollars } from "@/lib/base/money";
import { emailSchema } from "@/lib/mail/address/address";
import { mostPosts, surfaces } from "@/lib/shop/catalog/catalog";
import { nameOf } from "@/lib/shop/catalog/platform-view";
import { maxAddOnCount } from "@/lib/shop/catalog/price-order";
import { findLive, listPlatforms, listServices } from "@/lib/shop/catalog/vocabulary";
import { sentAcceptanceSchema } from "@/lib/shop/legal/acceptance";

const count = z.number().int().min(1).max(1_000_000_000);

/** One chosen post or reel and its units. A link is only compared with the server's own. */
const selectedPostSchema = z
  .object({
    postId: z.string().min(1).max(64).optional(),
    reelId: z.string().min(1).max(64).optional(),
    postUrl: z.string().max(500).optional(),
    reelUrl: z.string().max(500).optional(),
    likesToAdd: count.optional(),
    viewsToAdd: count.optional(),
  })
  .transform((post, context) => {
    const id = post.postId ?? post.reelId;
    const quantity = post.likesToAdd ?? post.viewsToAdd;
    const isDouble = (post.postId && post.reelId) || (post.likesToAdd && post.viewsToAdd);
    if (id === undefined || quantity === undefined || isDouble) {
      context.addIssue({ code: "custom", message: "Each post needs one id and one number of units." });
      return z.NEVER;
    }
    return {
      id,
      kind: post.reelId ? ("reel" as const) : ("post" as const),
      url: post.postUrl ?? post.reelUrl,
      quantity,
    };
  });

export type SelectedPostInput = z.infer<typeof selectedPostSchema>;

/** A word for one of what is sold, each with its name: `Please choose Instagram or TikTok.` */
function oneOf(list: () => [slug: string, name: string][]) {
  return z.unknown().transform((word, context): string => {
    const sold = new Map(list());
    if (typeof word === "string" && sold.has(word)) return word;
    const names = [...sold.values()].slice(0, 10).join(", ");
    context.addIssue({ code: "custom", message: `Please choose ${names.replace(/, ([^,]*)$/, " or $1")}.` });
    return z.NEVER;
  });
}

/** The body of create-order. Its prices and quantities are only compared, never used. */
export const createOrderSchema = z
  .object({
    platform: oneOf(() => listPlatforms().map(({ slug, label }) => [slug, label])),
    serviceType: oneOf(() =>
      listPlatforms()
        .flatMap(listServices)
        .map((service) => [service.slug, nameOf(service)]),
    ),
    username: z.string({ error: "Username is required" }).max(200),
    email: emailSchema,
    packageId: z.string({ error: "Please select a package" }).min(1, "Please select a package").max(100),
    quantity: z.number({ error: "Invalid package pricing" }),
    price: z
      .unknown()
      .optional()
      .transform((price) => centsFromDollars(price)),
    addOns: z
      .array(z.object({ id: z.string().min(1).max(64), count: z.number().int().min(1).max(maxAddOnCount) }))
      .max(20)
      .default([]),
    surface: z.enum(surfaces).optional(),
    selectedPosts: z
      .array(selectedPostSchema)
      .max(mostPosts, `Please choose at most ${mostPosts} posts.`)
      .default([]),
    isGuest: z.boolean().optional(),
    /** The texts that the page showed beside the button. If absent, the current ones count as shown. */
    accepted: sentAcceptanceSchema.optional(),
    /** The solution of a challenge_required: base64 of the challenge's JSON with the number found. */
    challengeSolution: z.string().max(2_000).optional(),
  })
  .superRefine((order, context) => {
    const platform = findLive(order.platform);
    if (!platform || !listServices(platform).some(({ slug }) => slug === order.serviceType)) {
      const message = `This is not sold for ${platform?.label}. Please choose something else.`;
      context.addIssue({ code: "custom", path: ["serviceType"], message });
    }
    if (order.username.trim() === "") {
      const message = `${platform?.label} username is required`;
      context.addIssue({ code: "custom", path: ["username"], message });
    }
  });

export type CreateOrderInput = z.infer<typeof createOrderSchema>;
