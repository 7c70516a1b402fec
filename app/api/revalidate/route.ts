import { revalidatePath } from "next/cache";
import { z } from "zod";
import { everyPage, type Revalidated, revalidationKey } from "@/app/_server/http/revalidation";
import { holdPageData } from "@/app/_server/page-data";
import { changedParts, forgetParts, pathsOf } from "@/app/_server/page-parts";
import { getSite } from "@/app/_server/site";
import { getDb } from "@/lib/base/db/client";
import { isSameSecret } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";

/** `again`: the parts that changed at an earlier call. */
const bodySchema = z.object({ again: z.array(z.string()) });

/**
 * Called by this process itself, one call at a time, when what pages show may have changed: in the database, or because
 * time has passed.
 */
export async function POST(request: Request): Promise<Response> {
  if (!isSameSecret(request.headers.get("x-revalidation-key") ?? "", revalidationKey()))
    return new Response(null, { status: 404 });
  const { again } = bodySchema.parse(await request.json());
  return Response.json(await revalidatePages(again));
}

const retryMs = 5 * second;

/**
 * Reads what pages show, and revalidates those that show what has changed, and those that show `again`. Pages are
 * rendered from what is read here, so a database outage soon after does not leave them with the old state.
 */
async function revalidatePages(again: string[]): Promise<Revalidated> {
  // What pages there are is read before they are rendered. Without the database the names stay as they were.
  const areNamesRead = await refreshVocabulary(getDb()).then(
    () => true,
    (error: unknown) => {
      logger.warn({ err: String(error) }, "the catalogue's names could not be read");
      return false;
    },
  );
  const { isRead, isHeld } = await holdPageData();
  if (!isHeld) forgetParts();
  // Pages that read something themselves may show anything.
  const changed = isHeld ? await changedParts() : [everyPage];
  revalidate(new Set([...again, ...changed]));
  const end = (await getSite()).offerEndsAt;
  const ownChangeMs = end && end.getTime() - databaseNow().getTime();
  return { changed, changesInMs: isRead && areNamesRead ? ownChangeMs : retryMs };
}

function revalidate(parts: ReadonlySet<string>): void {
  for (const part of parts.has(everyPage) ? [everyPage] : parts) {
    const paths = pathsOf(part);
    if (paths === null) revalidatePath("/", "layout");
    else for (const path of paths) revalidatePath(path);
  }
}
