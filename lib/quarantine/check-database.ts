import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { day, second } from "@/lib/time";
import { type DatabaseMark, getLastMark, readMarkFile, rememberMark, writeMarkFile } from "./database-mark";
import { startQuarantine } from "./start-quarantine";

/** How long the marks of processes that are gone are kept; if an older mark is missing, that proves nothing. */
export const marksKeptMs = 30 * day;

type StateRow = {
  shop_id: string;
  identity: string | null;
  current: string | null;
  is_held: boolean;
  now: Date;
  released_at: Date | null;
  beat: bigint | null;
  marked_at: Date | null;
};

/**
 * Verifies that this is the database the shop knows, in the state the shop left it, and marks it again. Begins the
 * quarantine if it is a different database, or lacks a mark of this process or of an earlier one that stored its mark
 * in `file`. Each process calls it before its first work, and every ten seconds.
 */
export async function checkDatabase(db: Database, file: string): Promise<void> {
  const own = getLastMark();
  const remembered = own ?? readMarkFile(file);
  // One transaction is one connection, so the mark is read and written in the same database.
  const mark = await db.$transaction(async (tx): Promise<DatabaseMark | null> => {
    const [state] = await tx.$queryRaw<StateRow[]>`
      SELECT shop_id, identity, database_identity() AS current, quarantine_since IS NOT NULL AS is_held,
        now() AS now, released_at, mark.beat, mark.at AS marked_at
      FROM shop_state LEFT JOIN database_marks AS mark ON mark.process_id = ${remembered?.processId ?? null}::uuid`;
    if (!state) return null;
    const isLost = remembered !== null && isMissing(remembered, state);
    if (isLost) {
      const reason = "A mark this shop had written is missing: the database went back to an earlier state.";
      await startQuarantine(tx, { reason, agreedUntil: state.marked_at, isNewLoss: true });
    } else if (state.identity === null) {
      await tx.$executeRaw`UPDATE shop_state SET identity = database_identity() WHERE identity IS NULL`;
    } else if (state.identity !== state.current && !state.is_held) {
      const reason = "This is another database than before: it was restored, or a standby has taken over.";
      await startQuarantine(tx, { reason });
    }
    const processId = own && !isLost ? own.processId : newId();
    const beat = own && !isLost ? own.beat + 1 : 1;
    await tx.$executeRaw`
      INSERT INTO database_marks (process_id, beat, at) VALUES (${processId}::uuid, ${beat}::bigint, now())
      ON CONFLICT (process_id) DO UPDATE SET beat = EXCLUDED.beat, at = EXCLUDED.at`;
    return { shopId: state.shop_id, processId, beat, at: state.now };
  });
  if (!mark) return;
  rememberMark(mark);
  writeMarkFile(file, mark);
}

function isMissing(mark: DatabaseMark, state: StateRow): boolean {
  // The file may come from an earlier shop whose database had the same name.
  if (mark.shopId !== state.shop_id) return false;
  if (state.beat !== null && state.beat >= BigInt(mark.beat)) return false;
  if (state.released_at && mark.at <= state.released_at) return false;
  return mark.at.getTime() > state.now.getTime() - marksKeptMs;
}

/** Verifies and marks the database every ten seconds until it is stopped. */
export function watchDatabase(db: Database, file: string): { stop(): void } {
  const timer = setInterval(() => {
    checkDatabase(db, file).catch((error: unknown) => {
      logger.warn({ err: String(error) }, "the database could not be verified; trying again");
    });
  }, 10 * second);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
