import { beforeAll, describe, expect, it } from "vitest";
import { findDevice } from "@/lib/people/auth/known-device";
import { hashPassword } from "@/lib/people/auth/passwords";
import { askForAccountMail } from "@/lib/people/customers/account-mail";
import { authenticate } from "@/lib/people/customers/authenticate";
import { requestEmailChange } from "@/lib/people/customers/email-change";
import { countMailTo } from "@/lib/people/customers/mail-allowance";
import { requestReset } from "@/lib/people/customers/reset-password";
import { signUp } from "@/lib/people/customers/sign-up";
import { openTicket } from "@/lib/people/support/open-ticket";
import { accountDeps, newNetwork } from "../../support/accounts";
import { useDatabase } from "../../support/database";
import { customerFactory, orderFactory } from "../../support/factories";
import { withWatchedConnection } from "../../support/statements";
import { testSecret } from "../../support/test-env";

// The time of an answer must not reveal whether an address is known, so each case runs the same statements.

const { database, db } = useDatabase();
const password = "quiet-harbour-9";
let passwordHash = "";
let strangers = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(password);
});

const unknown = () => `nobody${++strangers}@example.com`;
const known = async () => (await customerFactory(db(), { passwordHash })).email;
const unverified = async () => (await customerFactory(db(), { passwordHash, isVerified: false })).email;

type Deps = ReturnType<typeof accountDeps>;

/** The work of `ask` in the database and how often it hashes, for each address. */
async function workOf(emails: string[], ask: (deps: Deps, email: string) => Promise<unknown>) {
  return withWatchedConnection(database.current.url, async (connection) => {
    const work: object[] = [];
    // The first one opens the connections.
    for (const email of [unknown(), ...emails]) {
      connection.clear();
      const deps = accountDeps({ ...connection, url: database.current.url });
      await ask(deps, email).catch(() => undefined);
      work.push({ statements: connection.all(), ...deps.hasher.work });
    }
    return work.slice(1);
  });
}

async function expectSameWork(emails: string[], ask: (deps: Deps, email: string) => Promise<unknown>) {
  const [first, ...others] = await workOf(emails, ask);
  expect(JSON.stringify(first)).toContain("graphile_worker.add_job");
  for (const other of others) expect(other).toEqual(first);
}

describe("the same work for every address is done by", () => {
  it("signing up", async () => {
    const emails = [unknown(), await known(), await unverified(), unknown()];
    await expectSameWork(emails, (deps, email) =>
      signUp(deps, { email, password, name: null, address: newNetwork(), browser: "any" }),
    );
  });

  it("asking for a new password", async () => {
    const emails = [unknown(), await known(), await unverified(), unknown()];
    await expectSameWork(emails, (deps, email) => requestReset(deps, { email, address: newNetwork() }));
  });

  it("asking for another address", async () => {
    const { id: userId } = await customerFactory(db(), { passwordHash });
    const emails = [unknown(), await known(), await unverified()];
    await expectSameWork(emails, (deps, email) =>
      requestEmailChange(deps, {
        userId,
        email,
        password,
        reauthenticatedAt: deps.now,
        address: newNetwork(),
      }),
    );
  });

  it("asking for the link to an order", async () => {
    const order = await orderFactory(db());
    await expectSameWork([order.email, unknown(), await known()], async ({ db, pool }, email) => {
      await countMailTo(pool, email, { address: newNetwork() });
      await askForAccountMail(db, testSecret, { kind: "tracking_link", email, orderId: order.id });
    });
  });

  it("writing to support", async () => {
    await expectSameWork([unknown(), await known(), await unverified()], ({ db }, email) =>
      openTicket(db, {
        caller: { userId: null, email },
        kind: "support",
        message: "Hello",
        orderReference: "",
        isMailed: true,
      }),
    );
  });
});

describe("signing in", () => {
  it("with a wrong password does the same work for every address", async () => {
    const emails = [unknown(), await known(), await unverified()];
    const [first, ...others] = await workOf(emails, async (deps, email) => {
      const device = await findDevice(deps.db, testSecret, email, "a-browser.of-another-account");
      await authenticate(deps, { email, password: "wrong-harbour-9", address: newNetwork(), device });
    });
    expect(first).toMatchObject({ compares: 1, hashes: 0 });
    expect(others).toEqual([first, first]);
  });
});
