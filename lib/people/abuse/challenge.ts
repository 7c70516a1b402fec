import { createHmac } from "node:crypto";
import { createChallenge, extractParams, verifySolution } from "altcha-lib/v1";
import type { Challenge } from "altcha-lib/v1/types";
import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { secretKeys } from "@/lib/base/env/shop-secret";
import { sha256 } from "@/lib/base/ids";
import { consumeOnce } from "@/lib/base/rate-limit/consume-rate-limit";
import { jsonText } from "@/lib/base/text/json-text";
import { addMs, minute } from "@/lib/base/time/time";
import type { Buyer } from "./velocity";

// About a second of work for a phone, which a bot has to do for each order. It doubles with each order or card beyond
// the limit, up to about a minute.
const leastNumbers = 50_000;
const mostDoublings = 6;
// Others of the buyer's network may have ordered while the browser worked.
const doublingsOfSlack = 2;
const lifetimeMs = 10 * minute;

const solutionSchema = jsonText().pipe(
  z.object({
    algorithm: z.literal("SHA-256"),
    challenge: z.string().max(128),
    number: z.int().min(0).max(numbersFor(mostDoublings)),
    salt: z.string().max(300),
    signature: z.string().max(128),
  }),
);

type Asked = {
  secret: string;
  buyer: Buyer;
  /** How far the buyer's counts are beyond their limits. */
  excess: number;
  now: Date;
};

/** A proof-of-work challenge for this buyer's browser, valid once and for ten minutes. */
export function issueChallenge({ secret, buyer, excess, now }: Asked): Promise<Challenge> {
  const numbers = numbersFor(excess);
  return createChallenge({
    hmacKey: hmacKey(secretKeys(secret)[0]),
    maxnumber: numbers,
    expires: addMs(now, lifetimeMs),
    params: { buyer: buyerHash(secretKeys(secret)[0], buyer), numbers: String(numbers) },
  });
}

/** The numbers to try, half of them on average. */
function numbersFor(excess: number): number {
  return leastNumbers * 2 ** Math.min(excess, mostDoublings);
}

/**
 * True for the solution of a challenge that was issued to this buyer, is about as hard as one would be now, has not
 * expired and was not used before. Marks it as used.
 */
export async function spendSolution(
  db: Db,
  { secret, buyer, solution, excess, now }: Asked & { solution: string },
): Promise<boolean> {
  const parsed = solutionSchema.safeParse(Buffer.from(solution, "base64").toString("utf8"));
  if (!parsed.success) return false;
  const { expires, buyer: name, numbers } = extractParams(parsed.data);
  const expire = Number(expires) * 1000;
  if (!Number.isSafeInteger(expire) || expire < now.getTime()) return false;
  if (!(Number(numbers) * 2 ** doublingsOfSlack >= numbersFor(excess))) return false;
  const key = secretKeys(secret).find((each) => name === buyerHash(each, buyer));
  if (key === undefined) return false;
  // `false` turns off the library's own check of the expiry, which would use this process's clock.
  const isRight = await verifySolution(parsed.data, hmacKey(key), false).catch(() => false);
  if (!isRight) return false;
  // Keyed by the challenge, not by its salt: the library adds a missing delimiter to the salt, so with a changed salt
  // the same solution could be used again.
  return consumeOnce(db, `challenge:${parsed.data.challenge}`, expire);
}

const hmacKey = (key: string) => sha256(`challenge:${key}`);

function buyerHash(key: string, { email, network, target }: Buyer): string {
  const text = [email, network ?? "", target.platform, target.username].join("\n");
  return createHmac("sha256", hmacKey(key)).update(text).digest("hex").slice(0, 32);
}
