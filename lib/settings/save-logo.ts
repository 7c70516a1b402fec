import { createHash } from "node:crypto";
import type { Deed } from "@/lib/audit/record-audit";
import type { Database, Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { saveSettings } from "./save-settings";

const largestLogo = 64 * 1024;

/** The picture's type by its first bytes, whatever its name says; null for anything but PNG and WebP. */
function typeOf(bytes: Buffer): "image/png" | "image/webp" | null {
  const head = bytes.subarray(0, 12).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  return head.startsWith("RIFF") && head.slice(8) === "WEBP" ? "image/webp" : null;
}

/**
 * Shows the picture as the shop's logo. SVG is refused, because it is a document that can hold scripts. Errors:
 * invalid_input for another type, an empty file or more than 64 KB.
 */
export async function saveLogo(db: Database, bytes: Buffer, deed: Deed): Promise<void> {
  if (bytes.length > largestLogo) throw refusal("The logo may have at most 64 KB.");
  const type = typeOf(bytes);
  if (!type) throw refusal("Choose a PNG or WebP picture. SVG is not taken, because it can hold scripts.");
  const hash = createHash("sha256").update(bytes).digest("hex");
  await db.logo.createMany({ data: [{ hash, type, bytes: Uint8Array.from(bytes) }], skipDuplicates: true });
  await saveSettings(db, { change: { logo: hash }, ...deed });
}

/** A stored logo by its hash. */
export async function findLogo(db: Db, hash: string): Promise<{ type: string; bytes: Uint8Array } | null> {
  return db.logo.findUnique({ where: { hash }, select: { type: true, bytes: true } });
}

function refusal(message: string): AppError {
  return new AppError("invalid_input", { fieldErrors: { logo: message } });
}
