import type { Actor } from "@/lib/audit/record-audit";
import { type StaffRole, staffRoleOf } from "@/lib/auth/roles";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";

/** Every administrator's role, by account. */
type Staff = Map<string, StaffRole>;

/**
 * Reads the staff for a change of an account's role, and locks all roles until the commit: of two owners who demote each
 * other at once, the second finds itself demoted. Errors: forbidden for an actor who is not an owner (the command line is
 * one); conflict for the actor's own role.
 */
export async function lockStaff(tx: Prisma.TransactionClient, actor: Actor, userId: string): Promise<Staff> {
  if (actor.id === userId) throw conflict("You can't change your own role. Ask another owner.");
  await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
  // A refund of this account that is being counted (lib/refunds/refund-ceiling.ts) comes before the change or after it.
  await tx.$queryRaw`SELECT id FROM user_roles WHERE user_id = ${userId}::uuid ORDER BY id FOR UPDATE`;
  const staff = await loadStaff(tx);
  requireOwner(staff, actor, "Only an owner can change roles. Nothing was changed.");
  return staff;
}

/** Refuses an actor who is not an owner where the account is an administrator's. Errors: forbidden. */
export async function requireMayChange(
  tx: Prisma.TransactionClient,
  actor: Actor,
  userId: string,
): Promise<void> {
  const staff = await loadStaff(tx);
  const message = "This is an administrator's account. Only an owner can do this.";
  if (staff.has(userId)) requireOwner(staff, actor, message);
}

async function loadStaff(tx: Prisma.TransactionClient): Promise<Staff> {
  const users = await tx.user.findMany({
    where: { roles: { some: { role: "admin" } } },
    select: { id: true, roles: { select: { role: true } } },
  });
  const staff: Staff = new Map();
  for (const { id, roles } of users) {
    const role = staffRoleOf(roles.map((row) => row.role));
    if (role) staff.set(id, role);
  }
  return staff;
}

function requireOwner(staff: Staff, { id }: Actor, userMessage: string): void {
  if (id !== null && staff.get(id) !== "owner") throw new AppError("forbidden", { userMessage });
}

/** Throws conflict when the account is the last owner. */
export function requireAnotherOwner(staff: Staff, userId: string): void {
  const owners = [...staff].filter(([, role]) => role === "owner");
  if (owners.some(([id]) => id !== userId) || staff.get(userId) !== "owner") return;
  throw conflict("This is the last owner. Make another one first.");
}

function conflict(userMessage: string): AppError {
  return new AppError("conflict", { userMessage });
}
