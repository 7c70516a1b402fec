import { z } from "zod";
import { plainText, refusalCodes } from "./refusal-codes";

export const mostRules = 50;

export const errorRuleSchema = z.object({
  pattern: z
    .string()
    .trim()
    .max(200, "A pattern may have at most 200 characters")
    .refine((text) => text.replaceAll("*", "").trim().length >= 4, "A pattern needs 4 characters besides *")
    .refine((text) => (text.match(/\*/g) ?? []).length <= 5, "A pattern may have at most five *"),
  // Suppliers have no text for the codes that are left out; only the shop itself detects them. `unclear`: the text proves
  // nothing, whatever the common table says; an operator decides.
  code: z.enum([...refusalCodes, "unclear"]).exclude(["wrong_address", "unreachable", "not_executed"]),
});

export type ErrorRule = z.infer<typeof errorRuleSchema>;

/**
 * A supplier's own error texts, compared before the common ones. A pattern is plain text for the whole message; `*`
 * matches anything; case, the number of spaces, and final full stops and exclamation marks don't count. Regular
 * expressions are not offered: they could hang a worker, or find "count" in "account".
 */
export const errorRulesSchema = z.array(errorRuleSchema).max(mostRules);

// A code that only another release knows must not let a text count as the refusal that the common table makes of it.
const storedRuleSchema = errorRuleSchema.extend({ code: errorRuleSchema.shape.code.catch("unclear") });

/** The rules of a supplier's row, without those whose pattern can't be read. One with an unknown code is `unclear`. */
export function readErrorRules(stored: unknown): ErrorRule[] {
  return Array.isArray(stored) ? stored.flatMap((rule) => storedRuleSchema.safeParse(rule).data ?? []) : [];
}

/** The rules as stored, with one more before them, in place of an earlier one for the same text. */
export function withErrorRule(stored: unknown, rule: ErrorRule): unknown[] {
  const others = Array.isArray(stored) ? stored : [];
  const isSame = (other: unknown) =>
    plainText(z.object({ pattern: z.string() }).safeParse(other).data?.pattern ?? "") ===
    plainText(rule.pattern);
  return [rule, ...others.filter((other) => !isSame(other))];
}

/** The code of the first rule that covers a text; null when none does. */
export function ruledRefusal(rules: ErrorRule[], text: string): ErrorRule["code"] | null {
  const plain = plainText(text);
  return rules.find((rule) => covers(plainText(rule.pattern), plain))?.code ?? null;
}

/** True when a pattern with `*` covers a whole text. Each part takes its leftmost place, so it never backtracks. */
function covers(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}
