import type { Database } from "@/lib/base/db/client";

/** Sets a customer's name; null removes it. */
export async function changeName(
  db: Database,
  input: { userId: string; name: string | null },
): Promise<void> {
  await db.user.update({ where: { id: input.userId, anonymizedAt: null }, data: { name: input.name } });
}
