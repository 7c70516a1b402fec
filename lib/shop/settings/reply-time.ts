import type { Db } from "@/lib/base/db/client";
import { isLive } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { type ClaimSettings, isClaimShown, replyWithin } from "./claim-rules";
import { loadSettings } from "./site-settings";

/** ` within 24 hours` for a sentence about an answer; empty where the shop does not show the claim. */
export function replyTimeOf(settings: ClaimSettings): string {
  const isShown = isClaimShown("replyTime", settings, { isLive: isLive(), now: databaseNow });
  return isShown ? ` ${replyWithin}` : "";
}

/** `replyTimeOf` the stored settings. */
export async function loadReplyTime(db: Db): Promise<string> {
  return replyTimeOf(await loadSettings(db));
}
