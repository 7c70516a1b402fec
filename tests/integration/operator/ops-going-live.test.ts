import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { parseEnv } from "@/lib/base/env/env";
import { providerOptions } from "@/lib/delivery/suppliers/protocol/open-provider";
import { endpointEvents } from "@/lib/money/webhooks/webhook-endpoint";
import { runCommand } from "@/lib/operator/commands/run-command";
import { checkReadiness } from "@/lib/operator/readiness/check-readiness";
import { useDatabase } from "../../support/database";
import { useStripe } from "../../support/stripe";
import { testEnv } from "../../support/test-env";

const { database, db } = useDatabase();
const stripe = useStripe();

/** Runs a command of a shop with this webhook secret. `opened` has the kind of each start. */
async function ops(argv: string[], { secret = "whsec_tests", opened = [] as boolean[] } = {}) {
  const env = { ...parseEnv(testEnv()), STRIPE_WEBHOOK_SECRET: secret };
  return runCommand(({ isSetup }) => {
    opened.push(isSetup);
    return {
      db: db(),
      env: () => env,
      databaseUrl: database.current.url,
      backupKey: undefined,
      provider: providerOptions(env),
      stripe: () => stripe.client(),
      markFile: "",
      readInput: async () => "",
    };
  }, argv);
}

const address = `${parseEnv(testEnv()).SHOP_ORIGIN}/api/webhooks/stripe`;
const endpoints = async () => (await stripe.client().webhookEndpoints.list()).data;

describe("npm run ops -- stripe-endpoint", () => {
  it("makes the endpoint with exactly the shop's events, before there is a secret or a database", async () => {
    await stripe.client().webhookEndpoints.create({
      url: "https://another-shop.example/hook",
      enabled_events: ["charge.succeeded"],
    });
    const opened: boolean[] = [];
    const { status, output } = await ops(["stripe-endpoint"], { secret: "", opened });
    expect(status).toBe(0);
    expect(opened).toEqual([true]);
    expect(output).toMatch(/^Made we_\w+: Stripe sends 17 types of event to http/);
    expect(output).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w{20,}$/m);
    const [made, foreign] = await endpoints();
    expect(made).toMatchObject({ url: address, status: "enabled" });
    expect(made?.enabled_events).toEqual(endpointEvents());
    expect(foreign).toMatchObject({ enabled_events: ["charge.succeeded"], status: "enabled" });
  });

  it("changes nothing when it is right, and says where its secret is when .env lacks it", async () => {
    const before = await endpoints();
    expect((await ops(["stripe-endpoint"])).output).toMatch(/is right.*\nSTRIPE_WEBHOOK_SECRET stays/);
    const { output } = await ops(["stripe-endpoint"], { secret: "" });
    expect(output).toContain("dashboard.stripe.com");
    expect(output).toContain("stripe-endpoint replace");
    expect(await endpoints()).toEqual(before);
  });

  it.each<[string, Stripe.WebhookEndpointUpdateParams]>([
    ["lacks events", { enabled_events: ["charge.succeeded"] }],
    ["has all events", { enabled_events: ["*"] }],
    ["is disabled", { disabled: true }],
  ])("fixes one that %s", async (_, wrong) => {
    const [own] = await endpoints();
    await stripe.client().webhookEndpoints.update(own?.id ?? "", wrong);
    expect((await ops(["stripe-endpoint"])).output).toMatch(/^Fixed we_/);
    const [fixed] = await endpoints();
    expect(fixed).toMatchObject({ id: own?.id, status: "enabled" });
    expect(fixed?.enabled_events).toEqual(endpointEvents());
  });

  it("names a second endpoint with the shop's address, whose events the shop refuses", async () => {
    const second = await stripe.client().webhookEndpoints.create({
      url: address,
      enabled_events: ["charge.succeeded"],
    });
    // The newest is first in Stripe's list, so it is the one that is kept.
    const [, older] = await endpoints();
    expect((await ops(["stripe-endpoint"])).output).toContain(`${older?.id} has the same address`);
    expect((await endpoints())[0]).toMatchObject({ id: second.id, enabled_events: endpointEvents() });
  });

  it("replaces all of them by a new one with a new secret", async () => {
    const { output } = await ops(["stripe-endpoint", "replace"]);
    expect(output).toMatch(/^STRIPE_WEBHOOK_SECRET=whsec_\w{20,}$/m);
    const own = (await endpoints()).filter(({ url }) => url === address);
    expect(own.map(({ status }) => status)).toEqual(["enabled", "disabled", "disabled"]);
    expect(await ops(["stripe-endpoint", "again"])).toMatchObject({ status: 2 });
  });

  it("says so when Stripe does not answer", async () => {
    await stripe.faults({ failNext: 2, status: 503 });
    expect(await ops(["stripe-endpoint", "replace"])).toEqual({
      status: 1,
      output: "Stripe does not answer. Check status.stripe.com, then try again.",
    });
    await stripe.heal();
  });
});

describe("npm run ops -- doctor", () => {
  it("says what the page Going live says, in the same words", async () => {
    const env = parseEnv(testEnv());
    const { status, output } = await ops(["doctor"]);
    expect(status).toBe(0);
    const checks = await checkReadiness({
      db: db(),
      env,
      stripe: stripe.client(),
      provider: providerOptions(env),
    });
    const missing = checks.filter(({ state }) => state === "missing").length;
    expect(output.split("\n")[0]).toBe(`${missing} of ${checks.length} parts need you`);
    const words = { ready: "Ready", missing: "Needs you", off: "Off" };
    const said = checks.flatMap(({ label, state, message, next }) => [
      `${label}: ${words[state]}\n  ${message}`,
      ...(next ? [`${next.label}: ${env.SHOP_ORIGIN}${next.href}`] : []),
    ]);
    expect(said.filter((text) => !output.includes(text))).toEqual([]);
  });
});
