import { z } from "zod";

/** Every kind of mail, with what its row carries beside the order it is about. */
export const mailPropsSchemas = {
  "order-confirmed": z.object({}),
} as const;

export type MailKind = keyof typeof mailPropsSchemas;

/** True for a kind this version knows. */
export function isMailKind(kind: string): kind is MailKind {
  return Object.hasOwn(mailPropsSchemas, kind);
}
