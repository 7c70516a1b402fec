import { browserStorage, type SafeStorage } from "@/lib/base/safe-storage";
import { day, minute } from "@/lib/base/time/time";
import { isSlug } from "@/lib/shop/catalog/slug";
import { asRecord, asText, parseRecord } from "./read-json";

type Subject = { platform: string; service: string };

/** An order that this browser has requested. */
export type OrderAttempt = Subject & {
  /** The Idempotency-Key: with the same body it gives the same order. */
  key: string;
  createdAt: number;
  /** The order's page, once the shop has answered. */
  orderUrl: string;
  /** The payment page, once the shop has answered. */
  payUrl: string;
};

export type OrderAttempts = ReturnType<typeof createOrderAttempts>;

const storageKey = "purchase:attempts";

/** Shorter than the 45 minutes that a payment page stays open. */
export const keyLifeMs = 40 * minute;
const attemptLifeMs = day;

/** The attempts in `storage`, by a hash of each body: no name and no email is stored. */
export function createOrderAttempts(
  storage: SafeStorage,
  now: () => number = Date.now,
  newKey: () => string = () => crypto.randomUUID(),
) {
  const readAll = () => parseAttempts(storage.read(storageKey), now());
  const writeAll = (attempts: Map<string, OrderAttempt>) => {
    storage.write(storageKey, JSON.stringify(Object.fromEntries(attempts)));
  };

  return {
    /**
     * The key for this exact body: the last one if it is younger than 40 minutes, else a new one. A double click, a
     * second tab and a retry after a lost answer thus request the same order.
     */
    keyFor(body: string, subject: Subject): string {
      const attempts = readAll();
      const hash = bodyHash(body);
      const known = attempts.get(hash);
      if (known && now() - known.createdAt < keyLifeMs) return known.key;
      const key = newKey();
      attempts.set(hash, { key, createdAt: now(), ...subject, orderUrl: "", payUrl: "" });
      writeAll(attempts);
      return key;
    },
    /** Stores the shop's answer to this body. */
    answered(body: string, answer: { orderUrl: string; payUrl: string }): void {
      const attempts = readAll();
      const hash = bodyHash(body);
      const known = attempts.get(hash);
      if (!known) return;
      attempts.set(hash, { ...known, ...answer });
      writeAll(attempts);
    },
    /** Drops the key of this body, so that the next try is a new order. */
    forget(body: string): void {
      const attempts = readAll();
      if (attempts.delete(bodyHash(body))) writeAll(attempts);
    },
    /** Drops the paid attempt and returns it; null when it was not made in this browser. */
    finish({ sessionId, orderUrl }: { sessionId?: string; orderUrl?: string | null }): OrderAttempt | null {
      const attempts = readAll();
      for (const [hash, attempt] of attempts) {
        const isSession = sessionId ? attempt.payUrl.includes(sessionId) : false;
        const isOrder = orderUrl ? attempt.orderUrl === orderUrl : false;
        if (!isSession && !isOrder) continue;
        attempts.delete(hash);
        writeAll(attempts);
        return attempt;
      }
      return null;
    },
    /** The latest attempt, which leads back to its checkout. */
    newest(): OrderAttempt | null {
      return [...readAll().values()].sort((a, b) => b.createdAt - a.createdAt)[0] ?? null;
    },
  };
}

function parseAttempts(text: string | null, now: number): Map<string, OrderAttempt> {
  const attempts = Object.entries(parseRecord(text) ?? {}).flatMap(([hash, value]) => {
    const attempt = readAttempt(value);
    return attempt && now - attempt.createdAt < attemptLifeMs ? [[hash, attempt] as const] : [];
  });
  return new Map(attempts);
}

function readAttempt(value: unknown): OrderAttempt | null {
  const { key, createdAt, platform, service, orderUrl, payUrl } = asRecord(value) ?? {};
  if (typeof key !== "string" || typeof createdAt !== "number") return null;
  if (!isSlug(platform) || !isSlug(service)) return null;
  return { key, createdAt, platform, service, orderUrl: asText(orderUrl), payUrl: asText(payUrl) };
}

/**
 * FNV-1a over 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/): distinguishes bodies without storing them. Not a
 * secret.
 */
function bodyHash(body: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(body)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

export const orderAttempts = createOrderAttempts(browserStorage);
