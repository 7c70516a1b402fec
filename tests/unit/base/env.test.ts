import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseEnv as parseEnvFile } from "node:util";
import { describe, expect, it } from "vitest";
import { EnvError, getSetupEnv, parseEnv } from "@/lib/base/env/env";

const local = {
  APP_MODE: "local",
  DATABASE_URL: "postgresql://127.0.0.1/shop",
  SHOP_SECRET: "5b1d09e7c2f84a63bd7e10f5a8c394d2",
  STRIPE_SECRET_KEY: "sk_test_x",
  STRIPE_WEBHOOK_SECRET: "whsec_local",
  STRIPE_API_BASE: "http://127.0.0.1:3001",
  RESEND_API_KEY: "re_local",
  RESEND_BASE_URL: "http://127.0.0.1:3003",
  SCRAPECREATORS_API_KEY: "local",
  SCRAPECREATORS_BASE_URL: "http://127.0.0.1:3005",
};

const live = {
  APP_MODE: "live",
  SHOP_ORIGIN: "https://shop.saltmarsh.dev",
  DATABASE_URL: "postgresql://db/shop",
  SHOP_SECRET: "e83a7fd1054cb9626d0f1b8ea4975c3d7720fb16",
  STRIPE_SECRET_KEY: "sk_live_abcdefghijklmnop",
  STRIPE_WEBHOOK_SECRET: "whsec_abcdefghijklmnopqrstuvwxyz",
  RESEND_API_KEY: "re_abcdefghijklmnop",
};

const problem = (values: Record<string, string>) => {
  try {
    parseEnv(values);
    return "";
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    return error.message;
  }
};

describe("the configuration", () => {
  it("of a local shop and that of a live shop are both accepted", () => {
    expect(problem(local)).toBe("");
    expect(problem(live)).toBe("");
  });

  it("takes a database with several hosts, and refuses an invalid address without showing it", () => {
    const several = "postgres://u:secret@h1:5432,h2:5433/db?target_session_attrs=read-write";
    expect(problem({ ...live, DATABASE_URL: several })).toBe("");
    const wrong = problem({ ...live, DATABASE_URL: `${several},standby` });
    expect(wrong).toContain("DATABASE_URL must be a PostgreSQL address");
    expect(wrong).not.toContain("secret");
  });

  it("needs exactly one way to send mail, and all parts of an SMTP server's address", () => {
    const smtp = { ...live, RESEND_API_KEY: "", SMTP_URL: "smtps://orders:secret@mail.saltmarsh.dev:465" };
    expect(problem(smtp)).toBe("");
    expect(problem({ ...smtp, RESEND_API_KEY: live.RESEND_API_KEY })).toContain("SMTP_URL");
    const wrong = problem({ ...smtp, SMTP_URL: "https://orders:secret@mail.saltmarsh.dev" });
    expect(wrong).toContain("SMTP_URL must be smtps://");
    expect(wrong).not.toContain("secret");
  });

  it("takes the support address from the shop's domain, unless it is given", () => {
    expect(parseEnv(live).SHOP_SUPPORT_EMAIL).toBe("support@shop.saltmarsh.dev");
    expect(parseEnv({ ...live, SHOP_ORIGIN: "https://www.undertow.dev" }).SHOP_SUPPORT_EMAIL).toBe(
      "support@undertow.dev",
    );
    expect(parseEnv({ ...live, SHOP_SUPPORT_EMAIL: "help@undertow.dev" }).SHOP_SUPPORT_EMAIL).toBe(
      "help@undertow.dev",
    );
    expect(parseEnv(local).SHOP_SUPPORT_EMAIL).toBe("support@groundswell.example");
  });

  it("takes the origin from SHOP_ORIGIN, else from the port", () => {
    expect(parseEnv({ ...local, PORT: "3100" }).SHOP_ORIGIN).toBe("http://127.0.0.1:3100");
    expect(parseEnv(live).SHOP_ORIGIN).toBe("https://shop.saltmarsh.dev");
  });

  it.each(Object.keys(live).filter((name) => !["APP_MODE"].includes(name)))(
    "refuses a live start without %s",
    (name) => {
      expect(problem({ ...live, [name]: "" })).toContain(name);
    },
  );

  it.each([
    ["APP_MODE", "production"],
    ["SHOP_ORIGIN", "http://shop.saltmarsh.dev"],
    ["STRIPE_SECRET_KEY", "sk_test_x"],
    ["STRIPE_API_BASE", "http://127.0.0.1:3001"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_short"],
    ["RESEND_BASE_URL", "http://127.0.0.1:3003"],
    ["SCRAPECREATORS_BASE_URL", "http://127.0.0.1:3005"],
    ["SCRAPECREATORS_API_KEY", "short"],
    ["RESEND_API_KEY", "re_short"],
    ["IMAGE_PROXY_EXTRA_HOSTS", "127.0.0.1:3005"],
    ["RATE_LIMIT_SCALE", "10"],
    ["GOOGLE_ISSUER", "http://127.0.0.1:3002"],
    ["AUTH_URL", "https://shop.saltmarsh.dev"],
    ["NEXTAUTH_URL", "https://elsewhere.example.com/api/auth"],
    ["GOOGLE_CLIENT_ID", "an-id-without-its-secret"],
    ["ADMIN_EMAIL", "first@shop.example.com"],
    ["SHOP_SECRET", "too-short"],
    ["SHOP_SECRET", "local-local-local-local-local-local-local"],
    ["SHOP_SECRET", "please-change-this-secret-before-you-go-live"],
    ["SHOP_SECRET", "e83a7fd1054cb9626d0f1b8ea4975c3d7720fb16,old-key"],
    ["BACKUP_KEY", "too-short"],
    ["BACKUP_KEY", " ".repeat(32)],
    ["BACKUP_KEY", "please-change-this-secret-before-you-go-live"],
    ["BACKUP_KEY", "e83a7fd1054cb9626d0f1b8ea4975c3d7720fb16,old-key"],
  ])("refuses a live start with %s=%s", (name, value) => {
    expect(problem({ ...live, [name]: value })).toContain(name);
  });

  it.each([
    ["one character", "a".repeat(40)],
    ["a short cycle", "c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00"],
    ["a counted half, twice", "0123456789abcdef0123456789abcdef"],
    ["the alphabet", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOP"],
    ["runs", "aaaabbbbccccddddeeeeffffgggghhhhiiiijjjj"],
    ["a good key and a weak old one", `5b1d09e7c2f84a63bd7e10f5a8c394d2,${"ab".repeat(20)}`],
  ])("refuses a secret that is %s in any mode, and says how to make one", (_, secret) => {
    const refusals = [
      problem({ ...local, SHOP_SECRET: secret }),
      problem({ ...live, SHOP_SECRET: secret }),
      problem({ ...local, BACKUP_KEY: secret }),
      problem({ ...live, BACKUP_KEY: secret }),
    ];
    expect(refusals).toEqual(Array(4).fill(expect.stringContaining("openssl rand -hex 32")));
    expect(refusals).toEqual(Array(4).fill(expect.not.stringContaining(secret)));
  });

  it("takes any random secret, alone or as one of several", () => {
    for (let nth = 0; nth < 500; nth++) {
      const keys = [randomBytes(16).toString("hex"), randomBytes(32).toString("hex")];
      expect(problem({ ...live, SHOP_SECRET: keys.join(", "), BACKUP_KEY: keys.join(",") })).toBe("");
    }
  });

  it.each([
    [{ SUPPLIER_TIMEOUT_MS: "24001" }, ["SUPPLIER_TIMEOUT_MS", "SUBMIT_LEASE_MS"]],
    [{ SUPPLIER_TIMEOUT_MS: "9000", SUBMIT_LEASE_MS: "20000" }, ["SUPPLIER_TIMEOUT_MS", "SUBMIT_LEASE_MS"]],
    [{ JOB_LEASE_MS: "99000" }, ["SUPPLIER_TIMEOUT_MS", "JOB_LEASE_MS"]],
    [
      { SUPPLIER_TIMEOUT_MS: "30000", SUBMIT_LEASE_MS: "600000", JOB_LEASE_MS: "600000" },
      ["SUPPLIER_TIMEOUT_MS", "a job fails after"],
    ],
    [{ STRIPE_TIMEOUT_MS: "15001" }, ["STRIPE_TIMEOUT_MS must be at most 15000"]],
  ])("refuses a start with a call that does not fit into its lease: %o", (times, names) => {
    const refusal = problem({ ...local, ...times });
    expect(names.filter((name) => !refusal.includes(name))).toEqual([]);
  });

  it("names what is wrong without showing its value", () => {
    const refusal = problem({ ...live, STRIPE_SECRET_KEY: "sk_test_secret_value" });
    expect(refusal).toContain("STRIPE_SECRET_KEY");
    expect(refusal).not.toContain("secret_value");
  });

  it.each([
    ["SHOP_ORIGIN", "https://shop.example.com"],
    ["SHOP_ORIGIN", "https://www.shop.example"],
    ["SHOP_ORIGIN", "https://localhost"],
    ["SHOP_ORIGIN", "https://shop.test"],
    ["SHOP_SUPPORT_EMAIL", "help@example.org"],
    ["MAIL_FROM", "Groundswell <orders@example.com>"],
    ["SMTP_URL", "smtps://orders:word@mail.example.com:465"],
    ["BACKUP_S3_URL", "https://key:word@s3.example.net/bucket"],
    ["ADMIN_EMAIL", "first@shop.example.com"],
  ])("refuses a live start with an example's address in %s (%s)", (name, value) => {
    const needed: Record<string, Record<string, string>> = {
      SMTP_URL: { RESEND_API_KEY: "" },
      ADMIN_EMAIL: { ADMIN_PASSWORD: "long-enough-for-an-admin" },
    };
    const refusal = problem({ ...live, ...needed[name], [name]: value });
    expect(refusal).toContain(`${name} is an example's address`);
    expect(refusal).not.toContain(value);
  });

  it("takes names that only contain an example's name", () => {
    expect(problem({ ...live, SHOP_ORIGIN: "https://example.com.saltmarsh.dev" })).toBe("");
    expect(problem({ ...live, SHOP_ORIGIN: "https://my-example.dev" })).toBe("");
  });

  const published = Object.entries(parseEnvFile(readFileSync("lib/local/compose.try.env", "utf8"))).filter(
    ([name]) => /_(SECRET|KEY)$/.test(name),
  );

  it("knows every secret of the try shop, which is published", () => {
    expect(published.map(([name]) => name).sort()).toEqual([
      ...["BACKUP_KEY", "RESEND_API_KEY", "RESEND_WEBHOOK_SECRET", "SCRAPECREATORS_API_KEY"],
      ...["SHOP_SECRET", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    ]);
  });

  it("refuses a live start with the try shop's key as an older one", () => {
    const { BACKUP_KEY: old = "" } = Object.fromEntries(published);
    expect(problem({ ...live, BACKUP_KEY: `${live.SHOP_SECRET},${old}` })).toContain("BACKUP_KEY");
  });

  it.each(published)(
    "refuses a live start with the %s of the try shop, and no other start",
    (name, value = "") => {
      const refusal = problem({ ...live, [name]: value });
      expect(refusal).toContain(`${name} was published`);
      expect(refusal).not.toContain(value);
      expect(problem({ ...local, [name]: value })).toBe("");
    },
  );

  it("may lack the webhook's secret for a command that makes the endpoint, and nothing else", () => {
    const { STRIPE_WEBHOOK_SECRET: _, ...before } = live;
    expect(getSetupEnv(before).STRIPE_WEBHOOK_SECRET).toBe("");
    expect(getSetupEnv(live).STRIPE_WEBHOOK_SECRET).toBe(live.STRIPE_WEBHOOK_SECRET);
    expect(() => getSetupEnv({ ...before, STRIPE_SECRET_KEY: "" })).toThrow(/^STRIPE_SECRET_KEY/);
  });

  it("has its six variables in the composition's example, five of them empty, and a live start refuses the sixth", () => {
    const example = parseEnvFile(readFileSync("lib/operator/commands/composition.env.example", "utf8"));
    expect(Object.keys(example).sort()).toEqual([
      ...["BACKUP_KEY", "SHOP_ORIGIN", "SHOP_SECRET", "SMTP_URL"],
      ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"],
    ]);
    expect(Object.values(example).filter(Boolean)).toEqual([example.SHOP_ORIGIN]);
    expect(problem({ ...live, SHOP_ORIGIN: example.SHOP_ORIGIN ?? "" })).toContain("SHOP_ORIGIN");
  });
});
