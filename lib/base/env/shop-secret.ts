import { deflateRawSync } from "node:zlib";

/**
 * The keys in SHOP_SECRET or BACKUP_KEY, newest first. The first one seals and signs, all of them open and verify, so that a key can be
 * replaced without ending sessions or losing sealed values.
 */
export function secretKeys(secret: string): [string, ...string[]] {
  const [first = "", ...older] = secret.split(",").map((key) => key.trim());
  return [first, ...older.filter((key) => key !== "")];
}

const leastLength = 32;
// 32 random hexadecimal digits compress to at least 30 bytes; repetitions and sequences to between 6 and 21.
const leastContent = 28;
const placeholders =
  /local|test|example|change.?(me|it|this)|replace.?(me|it|this)|place.?holder|your.?(own|secret|key)|password|secret|qwert|default|dummy|sample/i;

type Secret = "SHOP_SECRET" | "BACKUP_KEY";

/** Names the problem of a key and how to make a good one; null when all are good. Never contains a key. */
export function secretProblem(name: Secret, secret: string, mode: "local" | "live"): string | null {
  const problems = secretKeys(secret).map((key) => keyProblem(key, mode));
  const at = problems.findIndex((problem) => problem !== null);
  if (at < 0) return null;
  const which = problems.length === 1 ? name : `Key ${at + 1} of ${name}`;
  return `${which} ${problems[at]}. Make one with: openssl rand -hex 32`;
}

function keyProblem(key: string, mode: "local" | "live"): string | null {
  if (Buffer.byteLength(key) < leastLength) return "needs at least 32 characters";
  if (contentOf(key) < leastContent) return "can be guessed: it repeats itself or counts up";
  if (mode === "live" && placeholders.test(key)) return "looks like a placeholder or a test secret";
  return null;
}

/**
 * How many bytes a key is compressed to: its text, which shrinks when it repeats itself, or the differences between its
 * characters, which shrink when it counts up.
 */
function contentOf(key: string): number {
  const bytes = Buffer.from(key);
  const differences = bytes.map((byte, at) => byte - (bytes[at - 1] ?? 0));
  return Math.min(...[bytes, differences].map((data) => deflateRawSync(data, { level: 9 }).length));
}
