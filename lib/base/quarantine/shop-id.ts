import type { Database } from "@/lib/base/db/client";

const known = new WeakMap<Database, Promise<string>>();

/**
 * The id that this shop puts on everything it creates at Stripe, because two shops may share an account. Read once per
 * process.
 */
export function getShopId(db: Database): Promise<string> {
  const read = known.get(db) ?? readShopId(db);
  known.set(db, read);
  return read;
}

async function readShopId(db: Database): Promise<string> {
  try {
    const { shopId } = await db.shopState.findFirstOrThrow({ select: { shopId: true } });
    return shopId;
  } catch (error) {
    known.delete(db);
    throw error;
  }
}
