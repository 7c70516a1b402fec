import { connect } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { databaseNow, syncClock } from "@/lib/base/time/clock";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { createAdmin } from "@/lib/people/customers/create-admin";

/** The local shop's accounts, which the demo prints. */
export const demoAccounts = {
  customer: { email: "marina@customer.example", password: "tide-and-swell" },
  admin: {
    email: "harbor@admin.example",
    password: "lighthouse-keeper",
    totpSecret: "KRSXG5DTNFXGO3DPMNQWYZDFONVXG2DP",
  },
} as const;

/**
 * Creates the two accounts, once. The administrator's second factor has a known secret. Identities of Google are deleted:
 * unlike Google, the emulator gives its accounts new ids at each start. The database counts as this shop's, although the
 * file that knows it may be gone from the system's temporary folder.
 */
export async function seedDemoAccounts(databaseUrl: string, shopSecret: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  const { customer, admin } = demoAccounts;
  try {
    await syncClock(db);
    const now = databaseNow();
    await db.account.deleteMany({ where: { provider: "google" } });
    await db.$executeRaw`UPDATE shop_state SET released_at = now() WHERE quarantine_since IS NULL`;
    if ((await db.user.count({ where: { email: customer.email } })) === 0) {
      await db.user.create({
        data: {
          id: newId(),
          email: customer.email,
          name: "Marina",
          emailVerifiedAt: now,
          passwordHash: await argon2Hasher.hash(customer.password),
          roles: { create: { role: "user" } },
        },
      });
    }
    if ((await db.user.count({ where: { email: admin.email } })) === 0) {
      await createAdmin({ db, hasher: argon2Hasher, now }, { email: admin.email, password: admin.password });
      const { id } = await db.user.findUniqueOrThrow({ where: { email: admin.email } });
      const totpSecretSealed = seal(shopSecret, `second-factor:${id}`, admin.totpSecret);
      await db.user.update({ where: { id }, data: { totpSecretSealed, totpConfirmedAt: now } });
    }
  } finally {
    await close();
  }
}
