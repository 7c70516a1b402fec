import { z } from "zod";

/** The most rows of a list that can be selected: as many as a page has. */
export const mostSelected = 50;

/** The ids of a selection, as a form sends them. */
export const selectionSchema = z
  .string()
  .transform((text) => text.split(",").filter(Boolean))
  .pipe(z.array(z.uuid()).min(1).max(mostSelected, `Select at most ${mostSelected} rows.`));
