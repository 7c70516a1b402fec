import { createEmulator } from "emulate";
import { connect } from "@/lib/db/client";
import type { Emulator } from "../emulator";

/** The shop as this Google knows it. */
export const googleClient = { id: "local-google-client", secret: "local-google-secret" };

/** Who can sign in here; the emulator adds testuser@gmail.com. The last one's address was never verified. */
export const googleUsers = [
  { email: "nora.lind@gmail.com", name: "Nora Lind" },
  { email: "sam.unverified@example.com", name: "Sam Unverified", email_verified: false },
];

/**
 * Starts a Google for one machine: emulate's OpenID provider, whose page lets one choose an account. Rejects with the
 * socket's error when the port can't be had.
 */
export async function startGoogle(options: {
  port: number;
  shopOrigin: string;
  users?: typeof googleUsers;
}): Promise<Emulator> {
  const url = `http://127.0.0.1:${options.port}`;
  const emulator = await createEmulator({
    service: "google",
    port: options.port,
    // Its issuer must be the very text the shop is configured with.
    baseUrl: url,
    seed: {
      google: {
        users: options.users ?? googleUsers,
        oauth_clients: [
          {
            client_id: googleClient.id,
            client_secret: googleClient.secret,
            name: "The shop",
            redirect_uris: [`${options.shopOrigin}/api/auth/callback/google`],
          },
        ],
      },
    },
  });
  return { name: "google", url, close: () => emulator.close() };
}

/**
 * Forgets who signed in with Google before. The emulator gives its people new ids at each start, which the real one
 * never does: the shop would rightly take them for others.
 */
export async function forgetGoogleIdentities(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, 1);
  try {
    await db.account.deleteMany({ where: { provider: "google" } });
  } finally {
    await close();
  }
}
