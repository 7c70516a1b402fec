import type { Database } from "@/lib/db/client";

/** Sets what a customer wants to be called; an empty name takes it away. */
export async function changeName(
  db: Database,
  input: { userId: string; name: string | null },
): Promise<void> {
  await db.user.update({ where: { id: input.userId, anonymizedAt: null }, data: { name: input.name } });
}
