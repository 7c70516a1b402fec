import postgres from "postgres";
import { logger } from "@/lib/logger";

export type Subscription = { close(): Promise<void> };

/**
 * Listens on a NOTIFY channel over a connection of its own, and again by itself after the connection was lost.
 * `onReady` runs at the first listen and after every loss: what was said in between was missed, so look again.
 */
export async function listenTo(
  databaseUrl: string,
  channel: string,
  onNotice: (payload: string) => void,
  onReady: () => void = () => undefined,
): Promise<Subscription> {
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    onclose: () => logger.debug({ channel }, "listening connection closed"),
  });
  await sql.listen(channel, onNotice, onReady);
  return { close: () => sql.end({ timeout: 2 }) };
}
