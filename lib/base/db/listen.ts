import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";
import { forgetPrimary } from "./find-primary";
import { answerWithin, openPostgres } from "./open-postgres";

type Sql = Awaited<ReturnType<typeof openPostgres>>;
type Listening = Awaited<ReturnType<Sql["listen"]>>;
export type Subscription = { close(): Promise<void> };

const ignore = () => undefined;
const askEveryMs = 5 * second;
const reopenMs = second;

/**
 * Listens on a NOTIFY channel over its own connection, and reconnects when that is lost or silent (noticed within about
 * fifteen seconds). `onReady` runs at the first listen and after each reconnect, because notifications in between were
 * missed. Rejects when the first connection can't be made.
 */
export async function listenTo(
  databaseUrl: string,
  channel: string,
  onNotice: (payload: string) => void,
  onReady: () => void = () => undefined,
): Promise<Subscription> {
  let current: Sql | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const open = async () => {
    const sql = await openPostgres(databaseUrl, askEveryMs);
    if (isClosed) return sql.end({ timeout: 0 });
    current = sql;
    // postgres.js listens again by itself, but on the same host, which may no longer be the primary.
    let times = 0;
    const onListening = () => {
      times += 1;
      onReady();
    };
    try {
      await answerWithin(askEveryMs, sql.listen(channel, onNotice, onListening));
    } catch (error) {
      await end(sql);
      throw error;
    }
    if (!isClosed) timer = setTimeout(() => void keepChecking(sql, () => times > 1), askEveryMs);
  };
  const end = async (sql: Sql) => {
    forgetPrimary(databaseUrl);
    await sql.end({ timeout: 0 });
  };

  // postgres.js allows only LISTEN and UNLISTEN on this connection, so each in its turn, on an unused channel, checks
  // that it still answers.
  const keepChecking = async (sql: Sql, wasLost: () => boolean, asked?: Listening) => {
    try {
      if (wasLost()) throw new Error("the connection was replaced");
      let next: Listening | undefined;
      if (asked) await answerWithin(askEveryMs, asked.unlisten());
      else next = await answerWithin(askEveryMs, sql.listen(`${channel}_answers`, ignore));
      if (!isClosed) timer = setTimeout(() => void keepChecking(sql, wasLost, next), askEveryMs);
    } catch (error) {
      logger.debug({ channel, err: String(error) }, "listening connection lost");
      await end(sql);
      await reopen();
    }
  };
  const reopen = async () => {
    if (isClosed) return;
    try {
      await open();
    } catch (error) {
      logger.debug({ channel, err: String(error) }, "cannot listen yet");
      timer = setTimeout(() => void reopen(), reopenMs);
    }
  };

  await open();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await current?.end({ timeout: 0 });
    },
  };
}
