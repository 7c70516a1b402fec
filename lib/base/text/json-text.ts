import { z } from "zod";
import { parseStorableJson } from "./storable-text";

/** A text of JSON, parsed by `parseStorableJson`; any other text is an issue with this message. */
export const jsonText = (message = "This is not JSON.") =>
  z.string().transform((text, context): unknown => {
    try {
      return parseStorableJson(text);
    } catch {
      context.addIssue(message);
      return z.NEVER;
    }
  });
