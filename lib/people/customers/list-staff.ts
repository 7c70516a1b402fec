import type { Db } from "@/lib/base/db/client";
import { type StaffRole, staffRoleOf } from "@/lib/people/auth/roles";

export type StaffRow = {
  id: string;
  email: string;
  role: StaffRole | null;
  hasSecondFactor: boolean;
  /** When one of its sessions was last used; null if none is known. */
  lastSeenAt: Date | null;
};

/** Everyone who may open the admin pages, in order of their addresses. */
export async function listStaff(db: Db): Promise<StaffRow[]> {
  const users = await db.user.findMany({
    where: { roles: { some: { role: "admin" } } },
    orderBy: { email: "asc" },
    select: {
      id: true,
      email: true,
      totpConfirmedAt: true,
      roles: { select: { role: true } },
      _count: { select: { passkeys: true } },
      sessions: { select: { lastSeenAt: true }, orderBy: { lastSeenAt: "desc" }, take: 1 },
    },
  });
  return users.map(({ id, email, roles, totpConfirmedAt, sessions, _count }) => ({
    id,
    email,
    role: staffRoleOf(roles.map(({ role }) => role)),
    hasSecondFactor: totpConfirmedAt !== null || _count.passkeys > 0,
    lastSeenAt: sessions[0]?.lastSeenAt ?? null,
  }));
}
