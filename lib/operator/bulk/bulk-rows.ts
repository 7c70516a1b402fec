import { z } from "zod";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { jsonText } from "@/lib/base/text/json-text";
import { mostSelected } from "@/lib/operator/reporting/selection";

/** One row of a preview: what would happen to it, or why nothing would. */
export type BulkPreview = {
  id: string;
  name: string;
  /** Null when nothing would happen. */
  does: string | null;
  why: string;
  /** What the preview is based on; the step is refused if it has changed since. */
  seen: string;
};

/** The rows of a confirmed preview: id, name and what was seen. */
export const bulkRowsSchema = jsonText().pipe(
  z
    .array(z.tuple([z.uuid(), z.string().max(200), z.string().max(4_000)]))
    .min(1)
    .max(mostSelected),
);

/**
 * Takes one step for each row, one after the other: a row that fails does not stop the others. Returns a line for each
 * row under a line that counts them.
 */
export async function takeEach(
  rows: z.infer<typeof bulkRowsSchema>,
  step: (id: string, seen: string) => Promise<string>,
): Promise<string> {
  const lines: string[] = [];
  let done = 0;
  for (const [id, name, seen] of rows) {
    try {
      lines.push(`${name}: ${await step(id, seen)}`);
      done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ err: error, id }, "a row of a selection failed");
      const why =
        error instanceof AppError ? error.userMessage : "Something went wrong. Try it on its own page.";
      lines.push(`${name}: not done. ${why}`);
    }
  }
  return [`${done} of ${rows.length} done.`, ...lines].join("\n");
}
