import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { hour, minute } from "@/lib/base/time/time";
import { pauseSupplier } from "@/lib/delivery/suppliers/edit-supplier";
import { addBlock } from "@/lib/people/abuse/blocks";
import type { StaffRole } from "@/lib/people/auth/roles";
import { saveReply } from "@/lib/people/support/saved-replies";
import { editDraft, loadDraft } from "@/lib/shop/catalog/draft";
import { changePackage } from "@/lib/shop/catalog/edit-document";
import { publishDraft } from "@/lib/shop/catalog/publish";
import { saveSettings } from "@/lib/shop/settings/save-settings";
import { repricedPackageId } from "./plan";

/** Gives the shop four administrators besides the demo's, and lets them work; the audit log has all of it. */
export async function actAsColleagues(db: Database, now: Date): Promise<void> {
  const [finance, support, catalogue] = [
    await hire(db, "pier@admin.example", "finance", now),
    await hire(db, "buoy@admin.example", "support", now),
    await hire(db, "keel@admin.example", "catalogue", now),
  ];
  await hire(db, "jetty@admin.example", "read_only", now);
  const { id: supplierId } = await db.supplier.findFirstOrThrow({ where: { name: "Emulator supplier 3" } });
  await pauseSupplier(db, {
    supplierId,
    isPaused: true,
    actor: finance,
    reason: "Two orders this week started after more than a day. I wrote to them.",
  });
  await editDraft(db, {
    edits: 0,
    change: (document) => changePackage(document, repricedPackageId, { priceCents: 2399 }),
    actor: catalogue,
  });
  await publishDraft(db, {
    ...(await loadDraft(db)),
    actor: catalogue,
    reason: "Views got cheaper at both suppliers.",
  });
  await addBlock(db, {
    block: { kind: "email", value: "@throwaway.example" },
    actor: support,
    reason: "Eleven declined cards from this domain on one evening.",
  });
  await saveReply(db, {
    title: "Slow start",
    text: "Hello {name},\n\nyour order {order} starts later than usual today. You can follow it here: {link}",
    actor: support,
  });
  await saveSettings(db, {
    change: { startWithinHours: 20 },
    actor: { id: null, email: "harbor@admin.example" },
    reason: "Most orders start within an hour, so a day is too late to look.",
  });
}

async function hire(db: Database, email: string, role: StaffRole, now: Date) {
  const id = newId();
  const createdAt = new Date(now.getTime() - 500 * hour);
  const roles = { create: ["user", "admin", role].map((name) => ({ role: name })) };
  await db.user.create({ data: { id, email, emailVerifiedAt: createdAt, createdAt, roles } });
  await db.userSession.create({
    data: {
      userId: id,
      userAgent: "Firefox on macOS",
      createdAt,
      lastSeenAt: new Date(now.getTime() - 20 * minute),
    },
  });
  return { id, email };
}
