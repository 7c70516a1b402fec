import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import { sealAudit } from "@/lib/base/audit/seal-audit";
import type { Database } from "@/lib/base/db/client";
import { reseal, type SealedPlace } from "@/lib/base/secret-box";
import type { SettingName } from "@/lib/shop/settings/declared-settings";

/** How many values were resealed, and how many can't be opened with any key of SHOP_SECRET or were moved. */
type Resealed = { resealed: number; unreadable: number };

const botSetting: SettingName = "telegramTokenSealed";

/**
 * Reseals suppliers' keys, second factors and the Telegram bot's token for their rows, and the audit log, under the
 * first key of SHOP_SECRET, so that older keys can be removed. Idempotent; a value that changes meanwhile is already
 * sealed so and is left alone.
 */
export async function resealSecrets(db: Database, secret: string, audit: AuditContext): Promise<Resealed> {
  return db.$transaction(async (tx) => {
    const result: Resealed = { resealed: 0, unreadable: 0 };
    const suppliers = await tx.supplier.findMany({ where: { apiKeySealed: { not: null } } });
    const users = await tx.user.findMany({ where: { totpSecretSealed: { not: null } } });
    for (const { id, apiKeySealed } of suppliers) {
      await replace(`supplier:${id}`, apiKeySealed, (fresh) =>
        tx.supplier.updateMany({ where: { id, apiKeySealed }, data: { apiKeySealed: fresh } }),
      );
    }
    for (const { id, totpSecretSealed } of users) {
      await replace(`second-factor:${id}`, totpSecretSealed, (fresh) =>
        tx.user.updateMany({ where: { id, totpSecretSealed }, data: { totpSecretSealed: fresh } }),
      );
    }
    const bot = await tx.siteSetting.findUnique({ where: { key: botSetting } });
    const token = typeof bot?.value === "string" ? bot.value : null;
    await replace("telegram-token", token, (fresh) =>
      tx.siteSetting.updateMany({
        where: { key: botSetting, value: { equals: bot?.value ?? "" } },
        data: { value: fresh },
      }),
    );
    await recordAudit(tx, audit, "secrets.resealed", ["secrets", "SHOP_SECRET"], { after: result });
    await sealAudit(tx, secret);
    return result;

    async function replace(
      place: SealedPlace,
      sealed: string | null,
      write: (fresh: string) => Promise<{ count: number }>,
    ) {
      if (!sealed) return;
      let fresh: string | null;
      try {
        fresh = reseal(secret, place, sealed);
      } catch {
        result.unreadable += 1;
        return;
      }
      if (fresh !== null) result.resealed += (await write(fresh)).count;
    }
  });
}
