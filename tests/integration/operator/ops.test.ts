import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { connect } from "@/lib/base/db/client";
import { parseEnv } from "@/lib/base/env/env";
import { newId } from "@/lib/base/ids";
import { unseal } from "@/lib/base/secret-box";
import { setAside } from "@/lib/mail/alerts/set-aside";
import { failureText } from "@/lib/operator/commands/failure-text";
import { runCommand } from "@/lib/operator/commands/run-command";
import type { CatalogDocument } from "@/lib/shop/catalog/document";
import { changePackage } from "@/lib/shop/catalog/edit-document";
import { useDeliveries } from "../../support/deliveries";
import { listedServices } from "../../support/panel";
import { testEnv } from "../../support/test-env";

const { database, db, panel, provider, sentOrder, poll, findItem, findOrder } = useDeliveries();

beforeEach(async () => {
  await db().supplier.updateMany({ data: { failures: 0, openUntil: null } });
});

const ops = (...argv: string[]) => opsWith(provider.secret, ...argv);
const opsWith = (secret: string, ...argv: string[]) =>
  runCommand(
    () => ({
      db: db(),
      env: () => parseEnv(testEnv()),
      databaseUrl: "",
      backupKey: undefined,
      provider: { ...provider, secret },
      stripe: () => {
        throw new Error("none of these commands asks Stripe");
      },
      markFile: "",
      readInput: async () => "panel-key-2\n",
    }),
    argv,
  );
const why = ["--reason", "looked it up at the supplier"];

it("a catalogue is exported, checked, imported into the draft and published", async () => {
  const folder = mkdtempSync(join(tmpdir(), "catalogue-"));
  const file = join(folder, "catalogue.json");
  const write = (change: (document: CatalogDocument) => CatalogDocument) =>
    writeFileSync(file, JSON.stringify(change(JSON.parse(exported))));
  const { output: exported } = await ops("catalogue", "export");
  write((document) => document);
  expect(await ops("catalogue", "check", file)).toEqual({ status: 0, output: "Nothing is wrong with it." });
  expect((await ops("catalogue", "import", file)).output).toMatch(/has all of it already/);
  write((document) => changePackage(document, "likes-50", { priceCents: 49 }));
  expect(await ops("catalogue", "check", file)).toEqual({
    status: 1,
    output: "likes-50 costs less than $0.50, which Stripe does not take. Raise the price.",
  });
  write((document) => changePackage(document, "likes-50", { priceCents: -1 }));
  expect(await ops("catalogue", "check", file)).toMatchObject({ status: 2 });
  write((document) => changePackage(document, "likes-50", { priceCents: 123 }));
  expect((await ops("catalogue", "import", file)).output).toMatch(/Likes: 50: \$1\.23 instead of/);
  expect((await ops("catalogue", "export")).output).toBe(exported);
  expect(await ops("catalogue", "publish")).toMatchObject({ status: 2 });
  expect((await ops("catalogue", "publish", ...why)).output).toMatch(/^Version 2 is published/);
  expect(await ops("catalogue", "publish", ...why)).toMatchObject({ status: 1 });
  expect(await ops("catalogue", "check", join(folder, "none"))).toMatchObject({ status: 2 });
  expect(await ops("catalogue", "check")).toMatchObject({
    status: 2,
    output: expect.stringMatching(/no JSON/),
  });
  rmSync(folder, { recursive: true });
});

it("the runbook's SQL fits the database", async () => {
  const pages = readdirSync("docs/runbook").map((name) => readFileSync(`docs/runbook/${name}`, "utf8"));
  const statements = pages.flatMap((page) => page.match(/(?<=^```sql\n)[\s\S]*?(?=^```)/gm) ?? []);
  expect(statements.length).toBeGreaterThan(4);
  for (const statement of statements) await db().$executeRawUnsafe(statement);
});

it("npm run ops -- reseal seals everything again with the new key, after which the old one is not needed", async () => {
  const fresh = "e83a7fd1054cb9626d0f1b8ea4975c3d";
  const sealedUnder = async (secret: string) => {
    const suppliers = await db().supplier.findMany({ where: { apiKeySealed: { not: null } } });
    return suppliers.map(({ id, apiKeySealed }) => unseal(secret, `supplier:${id}`, apiKeySealed ?? ""));
  };
  const keys = await sealedUnder(provider.secret);
  const both = `${fresh},${provider.secret}`;
  expect(await opsWith(both, "reseal", ...why)).toMatchObject({
    status: 0,
    output: `${keys.length} sealed again.`,
  });
  expect(await sealedUnder(fresh)).toEqual(keys);
  expect(await opsWith(both, "reseal", ...why)).toMatchObject({ output: "0 sealed again." });
  expect(await opsWith(provider.secret, "reseal", ...why)).toMatchObject({
    output: expect.stringContaining(`No key of SHOP_SECRET opens ${keys.length}`),
  });
  expect(await db().auditEntry.count({ where: { action: "secrets.resealed" } })).toBe(3);
  expect(await opsWith(fresh, "audit"), "the seal is of the new key").toMatchObject({ status: 0 });
  expect(await opsWith(provider.secret, "audit"), "the old key alone").toMatchObject({ status: 1 });
  expect(await opsWith(fresh, "accept-audit", ...why)).toMatchObject({
    output: "The audit log has lost nothing.",
  });
  expect(await opsWith(provider.secret, "accept-audit", ...why)).toMatchObject({ status: 0 });
  expect(await opsWith(provider.secret, "audit"), "accepted").toMatchObject({ status: 0 });
  await opsWith(`${provider.secret},${fresh}`, "reseal", ...why);
  await db().$executeRaw`TRUNCATE audit_log`;
});

describe("npm run ops", () => {
  it("lists what waits for an operator, and resolves it with a reason that the audit log keeps", async () => {
    expect((await ops("review")).output).toBe("No item is in review.");
    await panel.control({ faults: { add: ["lost"] }, speed: 0 });
    const { order, item } = await sentOrder();
    const { output } = await ops("review");
    expect(output).toContain(item.id);
    expect(output).toContain("unknown");
    const [number] = Object.keys((await panel.view()).orders);
    expect(await ops("attach", item.id, number ?? "", ...why)).toMatchObject({ status: 0 });
    await poll();
    expect((await findOrder(order.id)).status).toBe("completed");
    const entries = await db().auditEntry.findMany({ where: { subjectId: item.id } });
    expect(entries).toMatchObject([{ actor: "ops", actorId: null, reason: why[1], action: "item.attached" }]);
    expect(await ops("audit")).toMatchObject({
      status: 0,
      output: expect.stringContaining("The log is intact: 1 entry,"),
    });
  });

  it.each([
    [["attach"], /Usage: attach <item> <number>/],
    [["cancel", "not-an-id", "--reason", "why not"], /is not an id/],
    [["dance"], /no command dance/],
    [["review", "--loud"], /--loud/],
    [["constructor"], /no command constructor/],
    [["cancel", "00000000-0000-4000-8000-000000000000"], /Say why/],
    [["cancel", "00000000-0000-4000-8000-000000000000", "--reason", " "], /Say why/],
    [
      ["block", "00000000-0000-4000-8000-000000000000", "--reason", "x".repeat(501)],
      /at most 500 characters/,
    ],
    [["complete", "00000000-0000-4000-8000-000000000000", "all", ...why], /how many units were delivered/],
    [["map", "0", "00000000-0000-4000-8000-000000000000", ...why], /Choose one of our services/],
    [["refund", "00000000-0000-4000-8000-000000000000", "4.567", "--reason", "too exact"], /neither full/],
  ])("refuses %j with status 2 and says what is wrong", async (argv, output) => {
    const result = await ops(...argv);
    expect(result.status).toBe(2);
    expect(result.output).toMatch(output);
  });

  it("prints a refusal's message and ends with status 1", async () => {
    const { item } = await sentOrder();
    expect(await ops("cancel", item.id, ...why)).toEqual({
      status: 1,
      output: expect.stringContaining("This item is submitted now and can't be cancelled"),
    });
    expect((await findItem(item.id)).state).toBe("submitted");
  });

  it("blocks orders, requests refills and manages suppliers", async () => {
    const { order, item } = await sentOrder();
    expect(await ops("block", order.id, ...why)).toMatchObject({ status: 0 });
    expect(await ops("unblock", order.id, ...why)).toMatchObject({ status: 0 });
    await panel.control({ speed: 0 });
    await poll();
    expect((await ops("refill", order.id, ...why)).output).toMatch(/^Requested: /);
    expect((await ops("refills")).output).toContain("requested");
    expect((await ops("balance")).output).toContain("5000");
    expect((await ops("test-supplier", "Emulator supplier 1")).output).toContain("Connected");
    expect(await ops("add-supplier", "Spare", panel.url(), ...why)).toMatchObject({ status: 0 });
    expect((await ops("import-services", "Spare", ...why)).output).toContain(`${listedServices} new`);
    expect((await ops("services", "Spare", "tiktok")).output).toContain("TikTok Followers");
    expect(await ops("pause-supplier", "Spare", ...why)).toMatchObject({ status: 0 });
    expect((await ops("mappings")).output).toContain("Emulator supplier 2");
    expect((await ops("disputes")).output).toBe("No dispute is open.");
    expect((await ops("discrepancies")).output).toBe("Everything agrees.");
    expect((await ops("held")).output).toBe("No refund is held.");
    expect((await ops("set-aside")).output).toBe("Nothing is set aside.");
    await setAside(db(), "status", item.id, new Error("a bad row"));
    expect((await ops("set-aside")).output).toMatch(new RegExp(`status +${item.id} +Error +1`));
  });

  it("shows alerts in full, and resolves one with an entry in the audit log", async () => {
    // An unknown status is part of its alert's key, and a supplier's status may be long.
    const longKey = `unknown_status:${newId()}:${"waiting for the provider ".repeat(4).trim()}`;
    await db().operatorAlert.create({
      data: {
        key: longKey,
        kind: "low_balance",
        message: "One has 3 USD left. \u001b[2JTop it up.",
      },
    });
    const { output } = await ops("alerts");
    expect(output).toContain("One has 3 USD left.  [2JTop it up.");
    expect(output).toContain(longKey);
    expect(await ops("resolve-alert", longKey, ...why)).toMatchObject({ status: 0 });
    expect((await ops("alerts")).output).toBe("No alert is open.");
    expect(await ops("resolve-alert", "nothing", ...why)).toMatchObject({ status: 1 });
  });

  it("ends with status 0 after the list, and 3 without a database", async () => {
    expect(await runProgram("main", database.current.url, "review")).toEqual({
      status: 0,
      output: "No item is in review.\n",
    });
    const output = "The database can't be reached. Check DATABASE_URL.\n";
    expect(await runProgram("main", nowhere, "review")).toEqual({ status: 3, output });
    const admin = ["--email", "you@shop.example"];
    expect(await runProgram("create-admin", nowhere, ...admin)).toEqual({ status: 1, output });
  });

  it.each(["postgres", "a_database_that_is_not_there"])("says so when %s is not the shop's", async (name) => {
    const url = Object.assign(new URL(database.current.url), { pathname: `/${name}` }).href;
    const { db, close } = connect(url, 1);
    onTestFinished(close);
    const error = await db.order.findFirst().catch((thrown: unknown) => thrown);
    expect(failureText(error)).toMatch(/^DATABASE_URL names a database .+$/);
  });
});

const nowhere = "postgresql://127.0.0.1:1/none";

function runProgram(name: string, databaseUrl: string, ...argv: string[]) {
  return promisify(execFile)(
    process.execPath,
    ["--import", "tsx", `lib/operator/commands/${name}.ts`, ...argv],
    {
      env: {
        NODE_ENV: "test",
        PATH: process.env.PATH,
        ...testEnv({ DATABASE_URL: databaseUrl, LOG_LEVEL: "silent" }),
      },
    },
  ).then(
    ({ stdout }) => ({ status: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, output: stderr }),
  );
}
