import { z } from "zod";
import { emailSchema } from "@/lib/mail/address/address";
import { readTargetName } from "@/lib/shop/catalog/links";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";
import { longestMessage } from "./ticket-message";
import { ticketStatuses } from "./ticket-status";

// Control characters: PostgreSQL can't store some, and all are invisible.
const unprintable = /[^\P{Cc}\n\t]/gu;

/** A written text: new lines as \n, no other control characters, trimmed, 1 to 10,000 characters. */
function textSchema(missing: string) {
  return z
    .string({ error: missing })
    .transform((text) => text.replaceAll("\r\n", "\n").replace(unprintable, "").trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .refine((text) => [...text].length <= longestMessage, "Please use at most 10,000 characters."),
    );
}

/** A customer's message: the first one, or a reply. */
export const messageSchema = textSchema("Please enter a message");

export const responseSchema = textSchema("Please enter a response");

/** An order id as a customer types it: any text, on one line. */
export const orderReferenceSchema = z
  .string()
  .max(100, "An order ID is shorter: the first 8 characters are enough.")
  .transform((text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
  .default("");

/** The form that opens a ticket from an account. */
export const openTicketSchema = z.object({ orderReference: orderReferenceSchema, message: messageSchema });

/** The topics of the public form. */
const publicTicketKinds = ["support", "custom_package", "stop_orders"] as const;
export type PublicTicketKind = (typeof publicTicketKinds)[number];

/**
 * The public form that opens a ticket. A signed-in customer's own address wins over the one typed. `target` is the
 * profile whose owner wants no more orders.
 */
export const openGuestTicketSchema = openTicketSchema
  .extend({
    kind: z.enum(publicTicketKinds).default("support"),
    email: z.string().default(""),
    platform: z.string().default(""),
    username: z.string().max(300, "This is too long for a username.").default(""),
  })
  .transform(({ platform, username, ...ticket }, context) => {
    if (ticket.kind !== "stop_orders") return { ...ticket, target: null };
    const known = findPlatform(platform);
    const name = known && readTargetName(known, username);
    if (name) return { ...ticket, target: { platform, username: name } };
    context.addIssue(
      known
        ? { code: "custom", path: ["username"], message: "Please enter the profile's username." }
        : { code: "custom", path: ["platform"], message: "Please choose the platform." },
    );
    return z.NEVER;
  });

export const replySchema = z.object({ ticketId: z.uuid(), message: messageSchema });
export const closeSchema = z.object({ ticketId: z.uuid() });

const ofVersion = { ticketId: z.uuid(), version: z.coerce.number().int().min(0) };

/** The admin's two forms. Each carries the version of the ticket that the administrator saw. */
export const answerSchema = z.object({ ...ofVersion, text: responseSchema });
export const statusSchema = z.object({ ...ofVersion, status: z.enum(ticketStatuses) });

/** The admin's form that writes to a person first. */
export const writeFirstSchema = z.object({
  email: emailSchema,
  subject: z.string().trim().min(1, "Enter a subject.").max(120, "Use at most 120 characters."),
  text: textSchema("Please enter a message"),
});
