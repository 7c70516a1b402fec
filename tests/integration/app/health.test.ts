import { expect, it, vi } from "vitest";
import { getStripe } from "@/app/_server/runtime";
import { getConnection } from "@/lib/base/db/client";
import { useDatabase } from "../../support/database";
import { useOwnProcess } from "../../support/own-process";
import { useStripe } from "../../support/stripe";

const { database } = useDatabase();
const stripe = useStripe();
// A key that Stripe refuses, which the shop can't know when it starts.
const own = useOwnProcess(database, () => ({ STRIPE_API_BASE: stripe.url, STRIPE_SECRET_KEY: "revoked" }));

/** The handler of a process that has just started. */
async function health() {
  vi.resetModules();
  const { GET } = await import("@/app/api/health/route");
  const response = await GET();
  return { status: response.status, body: await response.json() };
}

it("is red and says why when Stripe refuses the key", async () => {
  // An answer of Stripe that takes two seconds is no failure yet.
  await expect.poll(health).toEqual({
    status: 503,
    body: { status: "failing", problems: ["stripe: the key was refused"] },
  });
});

it("is red and names the clock while the process's clock is ten minutes behind the database's", async () => {
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() - 600_000);
  const { status, body } = await health();
  vi.restoreAllMocks();
  expect(status).toBe(503);
  // Less what passes between the database's reading and the comparison.
  const behind = /^clock: its clock is (59\d|600) s behind the database's$/;
  expect(body.problems).toContainEqual(expect.stringMatching(behind));
});

it("is red and says so while the database is away", async () => {
  await own.proxy.cut();
  const answer = await health();
  await own.proxy.restore();
  expect(answer).toMatchObject({ status: 503, body: { status: "failing" } });
  expect(answer.body.problems).toContain("database: not reachable");
  expect(JSON.stringify(answer.body)).not.toMatch(/postgres|ECONN|127\.0\.0\.1/);
});

it("is red and says so while the database is read-only, as a standby that was not promoted", async () => {
  const client = await database.current.pool.connect();
  const name = client.escapeIdentifier(new URL(database.current.url).pathname.slice(1));
  await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  // Only new sessions are read-only.
  await own.proxy.cut();
  await own.proxy.restore();
  const answer = await health();
  await client.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  client.release();
  await own.proxy.cut();
  await own.proxy.restore();
  expect(answer).toMatchObject({ status: 503, body: { status: "failing" } });
  expect(answer.body.problems).toContain("database: read-only");
});

it("is red and says so while the database's disk takes no writes", async () => {
  // A server whose disk is full fails in the same place, with 53100.
  const client = await database.current.pool.connect();
  const name = client.escapeIdentifier(new URL(database.current.url).pathname.slice(1));
  const limit = async (statement: string) => {
    await client.query(`ALTER DATABASE ${name} ${statement}`);
    // Only new sessions have the limit.
    await own.proxy.cut();
    await own.proxy.restore();
  };
  await limit("SET temp_file_limit = '8kB'");
  const answer = await health();
  await limit("RESET temp_file_limit");
  client.release();
  expect(answer).toMatchObject({ status: 503, body: { status: "failing" } });
  expect(answer.body.problems).toContain("database: its disk takes no writes (53400)");
});

it("says so, and does not hang, while all connections are taken", async () => {
  const { pool } = getConnection();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const answer = await health();
  for (const client of taken) client.release();
  expect(answer.status).toBe(503);
  expect(answer.body.problems).toContain("database: busy");
});

it("does not name the database while the queue for its connections moves, which is only load", async () => {
  const { pool } = getConnection();
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const queued = [pool.connect(), pool.connect()];
  const asked = health();
  await expect.poll(() => pool.waitingCount).toBeGreaterThan(queued.length);
  taken.shift()?.release();
  const answer = await asked;
  for (const client of taken) client.release();
  for (const client of await Promise.all(queued)) client.release();
  expect(answer.body.problems).toEqual(["stripe: the key was refused"]);
});

it("asks Stripe once, and the database fewer times than there are requests at the same time", async () => {
  const [retrieve, connect] = [
    vi.spyOn(getStripe().balance, "retrieve"),
    vi.spyOn(getConnection().pool, "connect"),
  ];
  vi.resetModules();
  const { GET } = await import("@/app/api/health/route");
  const answers = await Promise.all(Array.from({ length: 20 }, () => GET()));
  const [askedStripe, askedDatabase] = [retrieve.mock.calls.length, connect.mock.calls.length];
  vi.restoreAllMocks();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(askedStripe).toBe(1);
  expect(askedDatabase).toBeLessThan(answers.length);
});
