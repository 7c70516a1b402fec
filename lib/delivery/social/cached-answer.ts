import type { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { ProviderError } from "./provider";
import { SingleFlight } from "./single-flight";
import type { ProviderDeps } from "./social-deps";

/** How long a cached answer may be used when the provider fails. */
const staleMs = 24 * hour;

type Question<T extends object> = {
  /** `<kind>:<platform>:<name>` */
  key: string;
  /** The answer's shape; a cached one of another shape counts as missing. */
  schema: z.ZodType<T>;
  freshMs: (answer: T) => number;
  ask: () => Promise<T>;
  /** The message when there is no answer. */
  unavailable: string;
};

// Made-up names are asked for one by one, so they are counted.
const logUnanswered = openCountedLog<{ reason: ProviderError["kind"]; stale: boolean }>(
  minute,
  (times, facts) => logger.warn({ ...facts, times }, "the social data provider did not answer"),
  ({ reason, stale }) => `${reason} ${stale}`,
);

// One set of flights per provider.
const flights = new WeakMap<object, SingleFlight>();

/**
 * Answers from the cache while it is fresh, else asks the provider, with one call for simultaneous equal questions (the
 * cache is read inside the flight, so that the next flight finds what the last one stored). When the provider fails, an
 * answer of the last 24 hours is used. Errors: lookup_unavailable, with retryAfterSeconds where known.
 */
export function cachedAnswer<T extends object>(deps: ProviderDeps, question: Question<T>): Promise<T> {
  const flight = flights.get(deps.provider) ?? new SingleFlight();
  flights.set(deps.provider, flight);
  return flight.run(question.key, () => readOrAsk(deps, question));
}

/** The cached answer to a question, fresh or stale; null for none of the last 24 hours. */
export async function findCached<T>(
  deps: { db: Db; now: Date },
  key: string,
  schema: z.ZodType<T>,
): Promise<{ answer: T; isFresh: boolean } | null> {
  const row = await deps.db.socialCache.findUnique({ where: { key } });
  if (!row || addMs(row.fetchedAt, staleMs) <= deps.now) return null;
  const parsed = schema.safeParse(row.value);
  return parsed.success ? { answer: parsed.data, isFresh: row.freshUntil > deps.now } : null;
}

async function readOrAsk<T extends object>(deps: ProviderDeps, question: Question<T>): Promise<T> {
  const cached = await findCached(deps, question.key, question.schema);
  if (cached?.isFresh) return cached.answer;
  try {
    await deps.spend?.();
    const answer = await question.ask();
    await store(deps, question, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    logUnanswered({ reason: error.kind, stale: cached !== null });
    if (cached) return cached.answer;
    throw new AppError("lookup_unavailable", {
      userMessage: question.unavailable,
      detail: error.message,
      cause: error,
      retryAfterSeconds: error.retryAfterSeconds,
    });
  }
}

/** Caches an answer; a failure is only logged. */
async function store<T extends object>(deps: ProviderDeps, question: Question<T>, answer: T): Promise<void> {
  const row = { value: answer, fetchedAt: deps.now, freshUntil: addMs(deps.now, question.freshMs(answer)) };
  try {
    await deps.db.socialCache.upsert({
      where: { key: question.key },
      create: { key: question.key, ...row },
      update: row,
    });
  } catch (error) {
    logger.warn(
      { outage: isDatabaseOutage(error), err: String(error) },
      "a social answer could not be cached",
    );
  }
}
