import type { z } from "zod";

/** What is wrong with a part of the document, in words for the operator who typed it. */
export function plainIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === "custom") return issue.message;
  const last = issue.path.at(-1);
  const where = typeof last === "number" ? `No. ${last + 1}: ` : "";
  return where === "" ? textOf(issue) : `${where}${textOf(issue)}`;
}

function textOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "too_small") {
    if (issue.origin === "string") return "Enter a text.";
    return issue.origin === "array"
      ? `Enter at least ${issue.minimum}, one in each line.`
      : `Enter at least ${issue.minimum}.`;
  }
  if (issue.code === "too_big") {
    if (issue.origin === "string") return `Use at most ${issue.maximum} characters.`;
    return issue.origin === "array"
      ? `Use at most ${issue.maximum} of them.`
      : `Enter at most ${issue.maximum}.`;
  }
  if (issue.code === "invalid_value") return `Choose one of: ${issue.values.join(", ")}.`;
  if (issue.code === "unrecognized_keys") return `Remove ${issue.keys.join(", ")}.`;
  if (issue.code === "invalid_type") return "This is missing or has another form.";
  if (issue.code === "invalid_format" && issue.message.startsWith("Invalid"))
    return "Check how it is written.";
  return issue.message;
}
