import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import type { Job } from "@/lib/base/jobs/define-job";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { seal, unseal } from "@/lib/base/secret-box";

const accountMailSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("sign_up"),
    email: z.string(),
    passwordHash: z.string().nullable(),
    name: z.string().nullable(),
    browserHash: z.string().nullable(),
  }),
  z.object({ kind: z.literal("reset_password"), email: z.string() }),
  z.object({ kind: z.literal("change_email"), email: z.string(), userId: z.uuid() }),
  z.object({ kind: z.literal("tracking_link"), email: z.string(), orderId: z.string() }),
]);

/** A mail that was requested, and the address it goes to. */
export type AccountMail = z.infer<typeof accountMailSchema>;

const sealedSchema = z.object({ id: z.uuid(), mail: accountMailSchema });

export const accountMailJob: Job<{ sealed: string }> = {
  name: "account-mail",
  payload: z.object({ sealed: z.string() }),
};

/**
 * Queues a request for a mail, which a worker answers (answer-account-mail.ts). It is one statement whether or not
 * there is an account or an order, so that neither the answer nor its timing reveals which. The request is sealed: the
 * queue's table holds no address and no hash in plain text.
 */
export async function askForAccountMail(db: Db, secret: string, mail: AccountMail): Promise<void> {
  const id = newId();
  const sealed = seal(secret, "account-mail", JSON.stringify({ id, mail }));
  await enqueue(db, [{ name: accountMailJob.name, payload: { sealed }, key: `account-mail:${id}` }]);
}

/** The sealed request, and the id under which it is answered once. Throws for a text that this shop has not sealed. */
export function openAccountMail(secret: string, sealed: string): { id: string; mail: AccountMail } {
  return sealedSchema.parse(JSON.parse(unseal(secret, "account-mail", sealed)));
}
