import "server-only";
import { refresh } from "next/cache";
import type { z } from "zod";
import { type ActionContext, formAction } from "@/app/_server/run-action";
import type { SettingsAction } from "@/app/(account)/settings/settings-form";

/** A settings action: the handler returns a message for the account holder, and the page is refreshed. */
export function settingsAction<Schema extends z.ZodType>(
  schema: Schema,
  handler: (input: z.infer<Schema>, context: ActionContext<"accountHolder">) => Promise<string>,
): SettingsAction {
  return formAction("accountHolder", schema, async (input, context) => {
    const message = await handler(input, context);
    refresh();
    return { message };
  });
}
