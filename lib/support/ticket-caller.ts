import { emailSchema } from "@/lib/email/address";
import { AppError } from "@/lib/errors";
import type { TicketCaller } from "./open-ticket";

/**
 * Whose ticket it will be: the signed-in customer's, whatever was typed, or that of a guest with the address given.
 * Errors: invalid_input for an address that can't be used.
 */
export function ticketCaller(user: { id: string; email: string } | null, email: string): TicketCaller {
  if (user) return { userId: user.id, email: user.email };
  const parsed = emailSchema.safeParse(email);
  if (parsed.success) return { userId: null, email: parsed.data };
  const message = parsed.error.issues[0]?.message ?? "Please enter a valid email address";
  throw new AppError("invalid_input", { userMessage: message, fieldErrors: { email: message } });
}
