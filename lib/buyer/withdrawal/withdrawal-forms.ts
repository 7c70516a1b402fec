import { z } from "zod";
import { shortOrderId } from "@/lib/base/order-id";
import { orderIdSchema, orderTokenSchema } from "@/lib/base/order-number";
import { emailSchema } from "@/lib/mail/address/address";

const nameSchema = z
  .string({ error: "Please enter your name" })
  .transform((name) => name.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim())
  .pipe(z.string().min(1, "Please enter your name").max(100, "Please use at most 100 characters."));

/** `review` shows the statement once more; `confirm` makes it. */
const stepSchema = z.enum(["review", "confirm"]).default("review");

const link = /\/order\/([\w-]{22,64})(?:[/?#]|$)/;

type StatedOrder = { token: string } | { number: string };

/** The order as it is stated: by its number, or by its link's token. */
const orderSchema = z
  .string({ error: "Order number is required" })
  .transform((typed, context): StatedOrder => {
    const token = link.exec(typed)?.[1];
    if (token) return { token };
    const number = orderIdSchema.safeParse(typed);
    if (number.success) return { number: shortOrderId(number.data) };
    const isEmpty = typed.trim() === "";
    const message = isEmpty
      ? "Order number is required"
      : "Please enter the first 8 characters of the order number, or the order's link";
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** The form for anyone: name, order and the address the order was made with. */
export const withdrawalSchema = z.object({
  step: stepSchema,
  name: nameSchema,
  order: orderSchema,
  email: emailSchema,
});

/** The form of an order's own page, whose link identifies the order. */
export const ownWithdrawalSchema = z.object({
  step: stepSchema,
  name: nameSchema,
  token: orderTokenSchema,
});
