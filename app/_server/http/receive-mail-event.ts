import type { IncomingMessage } from "node:http";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { logger } from "@/lib/base/logger";
import { Semaphore } from "@/lib/base/process/semaphore";
import { clockOffsetMs, databaseNow } from "@/lib/base/time/clock";
import { recordReport } from "@/lib/mail/queue/record-report";
import { isSignedBy } from "@/lib/mail/transport/resend-signature";
import { readIncoming } from "./read-body";
import { failureCode, logBadSignature, reply } from "./webhook-reply";

const maxBytes = 256 * 1024;

// Each event is one statement. Further deliveries are refused as busy, and Resend sends them again for hours.
const statements = new Semaphore({ atOnce: 2, waiting: 500 });

/**
 * Records an event of Resend about a mail. 404 without RESEND_WEBHOOK_SECRET; 4xx for anything that is not signed with
 * it; 200 after the commit, and for events that the shop has no use for; 5xx when Resend should deliver again.
 */
export async function receiveMailEvent(request: IncomingMessage): Promise<Response> {
  const secret = getEnv().RESEND_WEBHOOK_SECRET;
  if (!secret) return reply("not_found");
  const body = await readIncoming(request, maxBytes).catch(() => undefined);
  if (body === undefined) return reply("invalid_input");
  if (body === null) return reply("too_large");
  // A signature's age is measured by the database's time; until that is known, Resend has to deliver again.
  if (clockOffsetMs() === null) return reply("database_unavailable");
  const text = Buffer.from(body).toString("utf8");
  if (!isSignedBy(secret, request.headers, text, databaseNow())) {
    logBadSignature({ security: "resend_signature" });
    return reply("invalid_signature");
  }
  try {
    await statements.run(() => recordReport(getDb(), text));
    return Response.json({ received: true });
  } catch (error) {
    logger.error({ err: String(error) }, "an event about a mail could not be recorded");
    return reply(failureCode(error));
  }
}
