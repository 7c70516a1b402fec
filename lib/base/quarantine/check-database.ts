import type { Database, Tx } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { day, minute, second } from "@/lib/base/time/time";
import {
  type DatabaseMark,
  firstLook,
  getLastMark,
  readMarkFile,
  rememberMark,
  writeMarkFile,
} from "./database-mark";
import { startQuarantine } from "./start-quarantine";

/** How long the marks of processes that are gone are kept; if an older mark is missing, that proves nothing. */
export const marksKeptMs = 30 * day;

type StateRow = {
  shop_id: string;
  identity: string | null;
  current: string;
  is_held: boolean;
  now: Date;
  released_at: Date | null;
  newest_at: Date | null;
  beat: bigint | null;
  marked_at: Date | null;
  waited_for_standby: boolean | null;
};

/**
 * Verifies that this is the database the shop knows, in the state the shop left it, and marks it. The knowledge is
 * outside the database: in this process, or in `file` from an earlier one. A process without it learns it from one that
 * is marking the database now; if none does for `patienceMs`, the database may be a copy. Begins the quarantine for a
 * copy, for another database, and when a mark is missing. False while it is not known yet: nothing may be sent then.
 * Each process calls it before its first work, and every ten seconds.
 */
export async function checkDatabase(db: Database, file: string, patienceMs = minute): Promise<boolean> {
  const own = getLastMark();
  const remembered = own ?? readMarkFile(file);
  // One transaction is one connection, so the mark is read and written in the same database.
  const mark = await db.$transaction(async (tx): Promise<DatabaseMark | null> => {
    const [state] = await tx.$queryRaw<StateRow[]>`
      SELECT shop_id, identity, database_identity() AS current, quarantine_since IS NOT NULL AS is_held,
        now() AS now, released_at, (SELECT max(at) FROM database_marks) AS newest_at,
        mark.beat, mark.at AS marked_at, mark.waits_for_standby AS waited_for_standby
      FROM shop_state LEFT JOIN database_marks AS mark ON mark.process_id = ${remembered?.processId ?? null}::uuid`;
    if (!state) return null;
    // The file may come from an earlier shop whose database had the same name.
    const known = remembered?.shopId === state.shop_id ? remembered : null;
    const isLost = known !== null && isMissing(known, state);
    // Only the first process to notice a change begins the quarantine: another beginning would count as a second change.
    const isFirst = state.identity !== state.current && (await replaceIdentity(tx, state));
    if (isLost) {
      const reason = "A mark this shop had written is missing: the database went back to an earlier state.";
      await startQuarantine(tx, { reason, agreedUntil: state.marked_at, isNewLoss: true });
    } else if (state.identity !== null && isFirst) {
      // A process that lived through the change can't belong to a copy; a file can.
      const isPromotion = own !== null && isPromotionOf(state.identity, state.current);
      const reason = isPromotion
        ? "A standby has taken over. This ends by itself after some minutes, unless Stripe shows a loss."
        : "This is another database than before: it was restored or copied.";
      const isComplete = isPromotion && state.waited_for_standby === true;
      await startQuarantine(tx, { reason, isNewLoss: true, isPromotion, isComplete });
    } else if (known === null && !state.is_held) {
      const unusedMs = unusedForMs(state);
      if (unusedMs === 0) logger.info("this process does not know the database: it waits for one that does");
      if (unusedMs !== null && unusedMs < patienceMs) return null;
      const reason = "No process that knows this database is using it: it may be a copy of the shop's.";
      if (unusedMs !== null) await startQuarantine(tx, { reason });
    }
    const processId = own && !isLost ? own.processId : newId();
    const beat = own && !isLost ? own.beat + 1 : 1;
    await tx.$executeRaw`
      INSERT INTO database_marks (process_id, beat, at, waits_for_standby)
      VALUES (${processId}::uuid, ${beat}::bigint, now(), current_setting('synchronous_standby_names') <> ''
        AND current_setting('synchronous_commit') IN ('on', 'remote_apply'))
      ON CONFLICT (process_id) DO UPDATE SET beat = EXCLUDED.beat, at = EXCLUDED.at,
        waits_for_standby = EXCLUDED.waits_for_standby`;
    return { shopId: state.shop_id, processId, beat, at: state.now };
  });
  if (!mark) return false;
  rememberMark(mark);
  writeMarkFile(file, mark);
  return true;
}

async function replaceIdentity(tx: Tx, { identity, current }: StateRow): Promise<boolean> {
  const replaced = await tx.$executeRaw`
    UPDATE shop_state SET identity = ${current} WHERE identity IS NOT DISTINCT FROM ${identity}`;
  return replaced > 0;
}

function isMissing(mark: DatabaseMark, state: StateRow): boolean {
  if (state.beat !== null && state.beat >= BigInt(mark.beat)) return false;
  if (state.released_at && mark.at <= state.released_at) return false;
  return mark.at.getTime() > state.now.getTime() - marksKeptMs;
}

/** True when a standby of the same cluster was promoted between the two identities. Pure. */
export function isPromotionOf(before: string, now: string): boolean {
  const [cluster, timeline = "", database] = before.split("/");
  const [clusterNow, timelineNow = "", databaseNow] = now.split("/");
  return cluster === clusterNow && database === databaseNow && timelineNow > timeline;
}

/**
 * For how long this process has looked at a database that others had marked, without seeing a new mark; null when there
 * was one, or need not be.
 */
function unusedForMs({ newest_at: newestAt, released_at: releasedAt, now }: StateRow): number | null {
  // An operator who ended a quarantine has said that this is the shop's database.
  if (!newestAt || (releasedAt && newestAt <= releasedAt)) return null;
  const first = firstLook({ at: now, newestAt });
  return newestAt > first.newestAt ? null : now.getTime() - first.at.getTime();
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
