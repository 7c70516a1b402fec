import { z } from "zod";
import { longestMessage } from "./ticket-message";
import { ticketStatuses } from "./ticket-status";

// What a form sends that PostgreSQL's text can't hold, or that only hides in a text.
const unprintable = /[^\P{Cc}\n\t]/gu;

/** Text a person writes: new lines as \n, no other control characters, trimmed, 1 to 10,000 characters. */
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

/** A customer's words: the first message, or a reply. */
export const messageSchema = textSchema("Please enter a message");

/** An administrator's words. */
export const responseSchema = textSchema("Please enter a response");

/** What somebody takes for their order's id: any text, on one line. */
export const orderReferenceSchema = z
  .string()
  .max(100, "An order ID is shorter: the first 8 characters are enough.")
  .transform((text) => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
  .default("");

/** The form that opens a ticket from an account. */
export const openTicketSchema = z.object({ orderReference: orderReferenceSchema, message: messageSchema });

/** The form that anybody can open a ticket with. A customer's own address wins over the one written. */
export const openGuestTicketSchema = openTicketSchema.extend({
  kind: z.enum(["support", "custom_package"]).default("support"),
  email: z.string().default(""),
});

export const replySchema = z.object({ ticketId: z.uuid(), message: messageSchema });
export const closeSchema = z.object({ ticketId: z.uuid() });

const ofVersion = { ticketId: z.uuid(), version: z.coerce.number().int().min(0) };

/** The desk's two forms. Each names the version of the ticket that its writer saw. */
export const answerSchema = z.object({ ...ofVersion, text: responseSchema });
export const statusSchema = z.object({ ...ofVersion, status: z.enum(ticketStatuses) });
