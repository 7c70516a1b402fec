import { describe, expect, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { byPooler } from "@/lib/base/db/guarded-client";
import { parseEnv } from "@/lib/base/env/env";
import { newId } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { hour } from "@/lib/base/time/time";
import { providerOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { confirmTestMail, findTestMail, sendTestMail } from "@/lib/mail/queue/test-mail";
import { openStripe } from "@/lib/money/stripe/stripe-client";
import { checkSender } from "@/lib/operator/readiness/accounts";
import { type CheckName, checkReadiness, within } from "@/lib/operator/readiness/check-readiness";
import { checkClaims, checkLegalTexts } from "@/lib/operator/readiness/policy";
import { failedBackupKey } from "@/lib/running/watch/check-backups";
import { publishText } from "@/lib/shop/legal/publish-text";
import { claimNames } from "@/lib/shop/settings/claims";
import { saveClaim, saveSettings } from "@/lib/shop/settings/save-settings";
import { codeOf, useDatabase } from "../../support/database";
import { useMail } from "../../support/mail";
import { useStripe } from "../../support/stripe";
import { answering, openEmulator } from "../../support/suppliers";
import { testEnv, testSecret } from "../../support/test-env";

const { database, db } = useDatabase();
const stripe = useStripe();
const mail = useMail(database);
const actor = { id: null, email: "owner@example.com" };
const recipient = actor.email;

async function readiness(changes: Record<string, string> = {}, client = stripe.client(), own = db()) {
  const env = parseEnv({ ...testEnv(), ...changes });
  const deps = { db: own, env, stripe: client, provider: providerOptions(env) };
  const checks = await checkReadiness(deps);
  const find = (name: CheckName) => {
    const check = checks.find((one) => one.name === name);
    if (!check) throw new Error(`no check ${name}`);
    return check;
  };
  return { checks, find, env };
}

describe("the parts of a shop", () => {
  it("that are not set up are missing, each with one message, and no message contains a secret", async () => {
    const { checks, find, env } = await readiness();
    expect(find("database").state).toBe("ready");
    expect(find("stripe").state).toBe("ready");
    expect(find("workers")).toMatchObject({ state: "missing", next: { href: "/admin/operations" } });
    expect(find("webhook").message).toContain("/api/webhooks/stripe");
    expect(find("backups").message).toContain("There is no backup on record");
    const text = JSON.stringify(checks);
    expect(text).not.toContain(env.SHOP_SECRET);
    expect(text).not.toContain(env.STRIPE_SECRET_KEY);
    expect(text).not.toContain(env.STRIPE_WEBHOOK_SECRET);
    expect(text).not.toContain(env.DATABASE_URL);
  });

  it("that were left out say so, and what does not work without them", async () => {
    const { find } = await readiness({ SCRAPECREATORS_API_KEY: "" });
    expect(find("social")).toMatchObject({ state: "off" });
    expect(find("social").message).toContain("paste links");
    expect(find("google")).toMatchObject({ state: "off" });
  });

  it("without an imprint name the shipped texts, and require one only in a live shop", async () => {
    const { env, find } = await readiness();
    expect(find("legalTexts")).toMatchObject({ state: "off", next: { href: "/admin/legal" } });
    expect(find("legalTexts").message).toContain("Terms of Service, Privacy Policy, Refund Policy");
    const live = { db: db(), env: { ...env, APP_MODE: "live" as const } };
    expect(await checkLegalTexts(live)).toMatchObject({ state: "missing" });
    const text = { basedOn: 0, lead: "", body: "A name and an address." };
    await publishText(db(), { kind: "imprint", ...text }, { actor, reason: "a test" });
    expect(await checkLegalTexts(live)).toMatchObject({ state: "ready" });
  });

  it("say whether buyers tick a box, and which age they confirm", async () => {
    expect((await readiness()).find("consentBox")).toMatchObject({ state: "off" });
    const change = { asksForTick: true, minimumAge: 16 };
    await saveSettings(db(), { change, actor, reason: "a test" });
    const box = (await readiness()).find("consentBox");
    expect(box).toMatchObject({ state: "ready", next: { href: "/admin/settings" } });
    expect(box.message).toContain("at least 16");
  });

  it("name the last signed event", async () => {
    const event = { id: `evt_${newId()}`, type: "charge.updated", createdAt: new Date() };
    await db().stripeEvent.create({ data: event });
    expect((await readiness()).find("webhook")).toMatchObject({
      state: "ready",
      message: "The last signed event (charge.updated) arrived just now.",
    });
  });

  it("say when the pooler sets no limits; a direct connection has its own", async () => {
    const { url } = database.current;
    expect((await readiness({ DATABASE_POOLER_URL: url })).find("database").state).toBe("ready");
    const pooled = connect(url, 1, byPooler);
    const { find } = await readiness({ DATABASE_POOLER_URL: url }, stripe.client(), pooled.db);
    await pooled.close();
    expect(find("database").message).toContain("PgBouncer sets no limits");
  });

  it("name the last backup, which must be younger than 26 hours", async () => {
    const { backup } = db();
    const finishedAt = new Date(Date.now() - 27 * hour);
    await backup.create({ data: { bytes: 1, fileName: "old", finishedAt } });
    expect((await readiness()).find("backups")).toMatchObject({ state: "missing" });
    await backup.create({ data: { bytes: 1, fileName: "new" } });
    expect((await readiness()).find("backups")).toMatchObject({
      state: "ready",
      message: "The last backup finished just now.",
    });
    const message = "The last backup failed: the disk is full.";
    await raiseAlert(db(), { key: failedBackupKey, kind: "backup", message });
    expect((await readiness()).find("backups")).toMatchObject({ state: "missing", message });
  });

  it("store the balance that a supplier's test reads", async () => {
    const panel = await openEmulator(answering('{"balance":"41.5","currency":"USD"}'));
    const id = newId();
    const apiKeySealed = seal(testSecret, `supplier:${id}`, "key-of-panel");
    await db().supplier.create({ data: { id, name: "Read here", apiUrl: panel.url, apiKeySealed } });
    await readiness();
    const supplier = await db().supplier.findUniqueOrThrow({ where: { id } });
    expect(supplier).toMatchObject({ balanceCurrency: "USD", balanceAt: expect.any(Date) });
    expect(supplier.balance?.toString()).toBe("41.5");
    await db().supplier.delete({ where: { id } });
  });

  it("say that Stripe is silent, not that the shop is ready", async () => {
    const silent = openStripe({
      STRIPE_SECRET_KEY: "sk_test_tests",
      STRIPE_API_BASE: "http://127.0.0.1:1",
      STRIPE_TIMEOUT_MS: 1_000,
    });
    const { find } = await readiness({}, silent);
    expect(find("stripe")).toMatchObject({ state: "missing" });
    expect(find("stripe").message).toContain("does not answer");
  });
});

describe("a restricted key of Stripe", () => {
  const restricted = { STRIPE_SECRET_KEY: "rk_test_restricted" };

  it("with all rights that the shop needs is ready", async () => {
    await stripe.faults({ missingRights: ["balance_read", "webhook_read"] });
    const { find } = await readiness(restricted);
    expect(find("stripe")).toMatchObject({ state: "ready" });
  });

  it.each([
    ["accounts_kyc_basic_read", "Account: read"],
    ["balance_transaction_source_read", "Balance transaction sources: read"],
    ["charge_write", "Charges and Refunds: write"],
    ["checkout_session_write", "Checkout Sessions: write"],
    ["dispute_read", "Disputes: read"],
    ["event_read", "Events: read"],
    ["payment_intent_read", "PaymentIntents: read"],
  ])("without %s is told by the names of the dashboard and of Stripe", async (right, name) => {
    await stripe.faults({ missingRights: [right] });
    const { find } = await readiness(restricted);
    expect(find("stripe")).toMatchObject({ state: "missing" });
    expect(find("stripe").message).toContain(`rights: ${name} (${right}).`);
  });
});

describe("the sender", () => {
  const live = (changes: object) => {
    const env = { ...parseEnv(testEnv()), APP_MODE: "live" as const, ...changes };
    return { db: db(), env, stripe: stripe.client(), provider: providerOptions(env) };
  };

  it("is ready when its domain's records are, and says what is wrong or could not be looked up", async () => {
    const MAIL_FROM = "Groundswell <orders@Mail.Shop.test>";
    const records: Record<string, string[][]> = {
      "resend._domainkey.mail.shop.test": [["p=MIGfMA0GCSq"]],
      "_dmarc.shop.test": [["v=DMARC1; p=reject"]],
    };
    const lookUp = async (name: string) => records[name] ?? [];
    expect(await checkSender(live({ MAIL_FROM }), lookUp)).toEqual({
      state: "ready",
      message: "DKIM has a key at resend._domainkey.mail.shop.test. DMARC of shop.test is reject.",
    });
    const smtp = { MAIL_FROM, RESEND_API_KEY: undefined, SMTP_URL: "smtps://mail.shop.test" };
    const without = await checkSender(live(smtp), lookUp);
    expect(without).toMatchObject({ state: "missing" });
    expect(without.message).toMatch(/no SPF record.*DKIM was not checked/);
    const silent = await checkSender(live({ MAIL_FROM }), async () => null);
    expect(silent).toMatchObject({
      state: "missing",
      message: expect.stringContaining("could not be looked up"),
    });
  });

  it("is not looked up for a local shop", async () => {
    expect((await readiness()).find("sender")).toMatchObject({ state: "off" });
  });

  it("learns of bounces once Resend's webhook has reported on a mail", async () => {
    expect((await readiness()).find("mailEvents")).toMatchObject({ state: "off" });
    const set = {
      RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from("a key for the tests alone").toString("base64")}`,
    };
    const waiting = (await readiness(set)).find("mailEvents");
    expect(waiting).toMatchObject({ state: "missing" });
    expect(waiting.message).toContain("/api/webhooks/resend with email.bounced, email.complained");
    const id = await mail.post("password-changed");
    await mail.send(id);
    await db().emailLog.update({ where: { id }, data: { report: "delivered", reportedAt: new Date() } });
    expect((await readiness(set)).find("mailEvents")).toMatchObject({
      state: "ready",
      message: "The last report (delivered) arrived just now.",
    });
  });
});

describe("the claims", () => {
  it("of a live shop are each off until they have evidence; a local shop's are ready", async () => {
    const env = parseEnv(testEnv());
    const deps = { db: db(), stripe: stripe.client(), provider: providerOptions(env) };
    const live = () => checkClaims({ ...deps, env: { ...env, APP_MODE: "live" } });
    expect(await live()).toMatchObject({ state: "off", next: { href: "#claims" } });
    const change = { name: "rating", isShown: true, evidence: "Counted from our own orders." };
    await saveClaim(db(), { change, actor, isLive: true });
    expect(await live()).toEqual({
      state: "ready",
      message: `1 of ${claimNames.length} claims is shown, each with its evidence.`,
    });
    expect(await checkClaims({ ...deps, env })).toMatchObject({ state: "ready" });
  });
});

describe("the test email", () => {
  it("makes mail ready once it was sent and an administrator has confirmed it; one waits at a time", async () => {
    expect((await readiness()).find("mail").message).toContain("No test email");
    await sendTestMail(db(), { actor, recipient });
    expect(await codeOf(sendTestMail(db(), { actor, recipient }))).toBe("conflict");
    const { id = "" } = (await findTestMail(db())) ?? {};
    expect(await codeOf(confirmTestMail(db(), { actor, id }))).toBe("not_found");
    await mail.send(id);
    expect((await mail.inbox())[0]).toMatchObject({ to: [recipient], subject: "Groundswell: email works" });
    const sent = (await readiness()).find("mail");
    expect(sent).toMatchObject({ state: "missing", testMail: { id, canConfirm: true } });
    await confirmTestMail(db(), { actor, id });
    const confirmed = (await readiness()).find("mail");
    expect(confirmed).toMatchObject({ state: "ready", testMail: { id, canConfirm: false } });
    const where = { action: { in: ["mail.tested", "mail.seen"] } };
    expect(await db().auditEntry.count({ where })).toBe(2);
  });
});

describe("a check", () => {
  it("that does not answer in time counts as missing", async () => {
    expect(await within(10, "mail", () => new Promise(() => undefined))).toMatchObject({ state: "missing" });
  });

  it("that fails shows nothing of the error", async () => {
    const failed = await within(1_000, "mail", () => {
      throw new Error("connect to 10.0.0.7 as shop:secret");
    });
    expect(failed).toMatchObject({ state: "missing" });
    expect(failed.message).not.toMatch(/10\.0\.0\.7|secret/);
  });
});
