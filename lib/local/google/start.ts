import { createEmulator } from "emulate";
import type { Emulator } from "../emulator-server";

/** The OAuth client that the shop uses at the Google emulator. */
export const googleClient = { id: "local-google-client", secret: "local-google-secret" };

/**
 * The accounts, to which the emulator adds testuser@gmail.com. Lena's mailbox is not at Google, and Sam's address is
 * unverified. An empty `hd` keeps the emulator from taking the address's domain for one that Google hosts.
 */
const googleUsers = [
  { email: "nora.lind@gmail.com", name: "Nora Lind" },
  { email: "lena.berg@example.com", name: "Lena Berg", hd: "" },
  { email: "sam.unverified@example.com", name: "Sam Unverified", email_verified: false },
];

/** Starts emulate's OpenID provider as Google, with a page to choose an account. Rejects with the socket's error. */
export async function startGoogle({
  port,
  shopOrigin,
}: {
  port: number;
  shopOrigin: string;
}): Promise<Emulator> {
  const url = `http://127.0.0.1:${port}`;
  const emulator = await createEmulator({
    service: "google",
    port,
    // The issuer must equal the shop's GOOGLE_ISSUER.
    baseUrl: url,
    seed: {
      google: {
        users: googleUsers,
        oauth_clients: [
          {
            client_id: googleClient.id,
            client_secret: googleClient.secret,
            name: "The shop",
            redirect_uris: [`${shopOrigin}/api/auth/callback/google`],
          },
        ],
      },
    },
  });
  return { url, close: () => emulator.close() };
}
