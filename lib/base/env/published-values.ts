import { secretKeys } from "./shop-secret";

/**
 * Secrets that anyone can read, because this repository or its emulators use them. A test compares the list with
 * lib/local/compose.try.env.
 */
const publishedSecrets = new Set([
  "4b9f1e0d7c2a86531f0e9d8c7b6a5f4e3d2c1b0a99887f6e5d4c3b2a1908f7e6",
  "c07d4e91b25f8a36e1940d7bb3528f6ac9d01e7f5843b2a6907dc41e8f35b26a",
  "sk_test_local",
  "whsec_local_emulator",
  "re_local",
  "whsec_bG9jYWwtbWFpbC1lbXVsYXRvcg==",
  "local-social-key",
]);

/** Names that are for documentation and tests alone (RFC 2606 and 6761). */
const exampleHost = /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/i;

const secretNames = [
  "SHOP_SECRET",
  "BACKUP_KEY",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "RESEND_API_KEY",
  "RESEND_WEBHOOK_SECRET",
  "SCRAPECREATORS_API_KEY",
] as const;
const addressNames = ["SHOP_ORIGIN", "SMTP_URL", "BACKUP_S3_URL"] as const;
const mailboxNames = ["SHOP_SUPPORT_EMAIL", "MAIL_FROM", "ADMIN_EMAIL"] as const;

type Name = (typeof secretNames | typeof addressNames | typeof mailboxNames)[number];

/** A rule of a start's configuration, and the message for the operator when it is broken. */
export type Rule = [isBroken: boolean, message: string];

/** The rules of a live start about values that were copied from an example. No message has the value. */
export function publishedRules(values: Partial<Record<Name, string | undefined>>): Rule[] {
  return [
    ...secretNames.map((name): Rule => {
      const isPublished = secretKeys(values[name] ?? "").some((key) => publishedSecrets.has(key));
      return [
        isPublished,
        `${name} was published with the shop's source, so anyone knows it. Make a new one`,
      ];
    }),
    ...addressNames.map((name): Rule => [isExample(hostOf(values[name])), `${name} ${exampleText}`]),
    ...mailboxNames.map((name): Rule => [isExample(domainOf(values[name])), `${name} ${exampleText}`]),
  ];
}

const exampleText = "is an example's address. Set your own";

function isExample(host: string): boolean {
  return exampleHost.test(host);
}

function hostOf(address: string | undefined): string {
  return address && URL.canParse(address) ? new URL(address).hostname : "";
}

/** The domain of an email address, which may have a name before it: `Shop <orders@example.com>`. */
function domainOf(mailbox: string | undefined): string {
  return /@([\w.-]+)/.exec(mailbox ?? "")?.[1] ?? "";
}
