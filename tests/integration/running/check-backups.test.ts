import { expect, it } from "vitest";
import { hour } from "@/lib/base/time/time";
import { checkBackups } from "@/lib/running/watch/check-backups";
import { useDatabase } from "../../support/database";

const { db } = useDatabase();

const alertAfterCheck = async (isConfigured: boolean) => {
  await checkBackups(db(), { isConfigured });
  const alert = await db().operatorAlert.findUnique({ where: { key: "backup_old" } });
  return alert?.resolvedAt === null ? alert.message : null;
};
const backup = (fileName: string, hours: number) =>
  db().backup.create({ data: { bytes: 1, fileName, finishedAt: new Date(Date.now() - hours * hour) } });

it("a shop without backups and without their key gets no alert about them", async () => {
  await db().$executeRaw`UPDATE _prisma_migrations SET started_at = now() - interval '30 hours'`;
  expect(await alertAfterCheck(false)).toBeNull();
});

it("a shop with the key that never made a backup gets an alert a day after its database was made", async () => {
  await db().$executeRaw`UPDATE _prisma_migrations SET started_at = now() - interval '25 hours'`;
  expect(await alertAfterCheck(true)).toBeNull();
  await db().$executeRaw`UPDATE _prisma_migrations SET started_at = now() - interval '27 hours'`;
  expect(await alertAfterCheck(true)).toContain("no backup was ever made");
});

it("the alert begins when the newest backup is older than 26 hours, and ends with the next one", async () => {
  await backup("older", 60);
  await backup("old", 27);
  expect(await alertAfterCheck(false)).toContain("The last backup is from");
  await backup("new", 25);
  expect(await alertAfterCheck(false)).toBeNull();
});
