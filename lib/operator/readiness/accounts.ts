import { AppError } from "@/lib/base/errors";
import { inWords } from "@/lib/base/text/words";
import { mailEventTypes } from "@/lib/mail/queue/record-report";
import { findTestMail } from "@/lib/mail/queue/test-mail";
import { mailErrorText } from "@/lib/mail/transport/mail-error-text";
import { findMissingRights } from "@/lib/money/stripe/key-rights";
import { callStripe } from "@/lib/money/stripe/stripe-client";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { ageOf, type CheckResult, missing, off, type ReadinessDeps, ready } from "./readiness-check";
import { checkSenderRecords, type TxtLookup } from "./sender-domain";

/** Ready when Stripe accepts the key, a restricted one has all rights, and its account can take payments. */
export async function checkStripeKey({ stripe, env }: ReadinessDeps): Promise<CheckResult> {
  try {
    const isRestricted = env.STRIPE_SECRET_KEY.startsWith("rk_");
    const lacking = isRestricted ? await findMissingRights(stripe) : [];
    if (lacking.length > 0) {
      return missing(
        `Stripe knows the key, but it lacks these rights: ${lacking.join(", ")}. Give it them at dashboard.stripe.com, Developers, API keys.`,
      );
    }
    const account = await callStripe(stripe.accounts.retrieveCurrent());
    if (!account.charges_enabled) {
      return missing(
        "Stripe knows the key, but the account can't take payments yet. Finish its set-up at dashboard.stripe.com.",
      );
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return missing(
      error.code === "payment_misconfigured"
        ? "Stripe refuses the key. Check STRIPE_SECRET_KEY."
        : "Stripe does not answer. Check status.stripe.com, then try again.",
    );
  }
  return env.APP_MODE === "live"
    ? ready("Stripe takes live payments.")
    : ready("The key works. No money moves in local mode.");
}

/** Ready once a signed event has arrived. */
export async function checkWebhook({ db, env }: ReadinessDeps): Promise<CheckResult> {
  const last = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: "desc" },
    select: { type: true, receivedAt: true },
  });
  if (last) return ready(`The last signed event (${last.type}) arrived ${ageOf(last.receivedAt)}.`);
  return missing(
    `No signed event has arrived. Run npm run ops -- stripe-endpoint, which makes the endpoint ${env.SHOP_ORIGIN}/api/webhooks/stripe and prints its secret. Put that into STRIPE_WEBHOOK_SECRET, restart, and send a test event from dashboard.stripe.com. Payments are recorded without it too, but later.`,
  );
}

/** Ready once an administrator has confirmed a test email. */
export async function checkMail({ db }: ReadinessDeps): Promise<CheckResult> {
  const mail = await findTestMail(db);
  if (!mail) return missing("No test email has been sent yet. Send one to yourself.");
  const { id, recipient, state, error, createdAt, isSeen } = mail;
  const testMail = { id, canConfirm: state === "sent" && !isSeen };
  if (isSeen) return { ...ready(`A test email arrived. It was sent ${ageOf(createdAt)}.`), testMail };
  const message = {
    queued: `A test email to ${recipient} is waiting to be sent${error ? ` (last error: ${mailErrorText(error)})` : ""}. Reload this page in a moment.`,
    sent: `A test email to ${recipient} was sent ${ageOf(createdAt)}. Confirm it once it has arrived.`,
    failed: `The test email was not sent: ${error ? mailErrorText(error) : "no error was recorded"}. Check the mail settings, and send another.`,
  }[state];
  return { ...missing(message), testMail };
}

/** Ready when mailboxes can tell that mails in the shop's name are the shop's. */
export async function checkSender({ db, env }: ReadinessDeps, lookUp?: TxtLookup): Promise<CheckResult> {
  if (env.APP_MODE === "local") {
    return off("A local shop's emails stay on this machine. A live one's need SPF or DKIM, and DMARC.");
  }
  const { supportEmail } = await loadSettings(db);
  const sender = env.MAIL_FROM ?? (supportEmail || env.SHOP_SUPPORT_EMAIL);
  const [, domain] = /@([\w.-]+)>?\s*$/.exec(sender.toLowerCase()) ?? [];
  if (!domain) return missing(`The sender ${sender} has no address. Correct MAIL_FROM.`);
  const isResend = env.RESEND_API_KEY !== undefined;
  const records = await checkSenderRecords(domain, { isResend, ...(lookUp && { lookUp }) });
  const message = [
    ...records.map((record) => record.message),
    ...(isResend ? [] : ["DKIM was not checked, because only your mail server knows its key's name."]),
  ].join(" ");
  return records.every(({ state }) => state === "right") ? ready(message) : missing(message);
}

/** Ready once Resend has reported what became of a mail. */
export async function checkMailEvents({ db, env }: ReadinessDeps): Promise<CheckResult> {
  if (env.SMTP_URL) {
    return off(
      "The shop records what your mail server refuses at once. Emails that come back later go to the sender's mailbox, so look into it from time to time.",
    );
  }
  const address = `${env.SHOP_ORIGIN}/api/webhooks/resend`;
  if (!env.RESEND_WEBHOOK_SECRET) {
    return off(
      `The shop does not learn which emails came back, so it goes on writing to such addresses. At resend.com add the webhook ${address} with ${mailEventTypes.join(", ")}, put its signing secret into RESEND_WEBHOOK_SECRET, and restart.`,
    );
  }
  const last = await db.emailLog.findFirst({
    where: { reportedAt: { not: null } },
    orderBy: { createdAt: "desc" },
    select: { report: true, reportedAt: true },
  });
  if (last?.reportedAt) {
    return ready(`The last report (${inWords(last.report ?? "")}) arrived ${ageOf(last.reportedAt)}.`);
  }
  return missing(
    `Resend has not reported on any email. Check that it has the webhook ${address} with ${mailEventTypes.join(", ")}, and send a test email.`,
  );
}

/** Ready while an answer of the last two days is kept (lib/running/worker/retention.ts). */
export async function checkSocialData({ db, env }: ReadinessDeps): Promise<CheckResult> {
  if (!env.SCRAPECREATORS_API_KEY) {
    return off(
      "Without SCRAPECREATORS_API_KEY buyers type their username and paste links. The shop then notices a misspelled or private account only when the supplier refuses it, can't see whose post an Instagram link shows, and has no counts to prove a delivery or to notice a drop.",
    );
  }
  const last = await db.socialCache.findFirst({
    orderBy: { fetchedAt: "desc" },
    select: { fetchedAt: true },
  });
  if (last) return ready(`The last answer arrived ${ageOf(last.fetchedAt)}.`);
  return missing(
    "The key is set, but nothing was looked up in the last two days. Look up a username in the shop to test it.",
    {
      label: "Look up a name",
      href: "/instagram/details/followers",
    },
  );
}

/** Off without a client. Google itself is not asked. */
export function checkGoogle({
  env: { GOOGLE_CLIENT_ID: id, SHOP_ORIGIN: origin },
}: ReadinessDeps): CheckResult {
  return id
    ? ready(
        `The button is shown. At Google, the client needs the redirect URI ${origin}/api/auth/callback/google.`,
      )
    : off(
        "Customers sign in with a password or a passkey. GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET add the button.",
      );
}
