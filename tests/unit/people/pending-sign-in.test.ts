import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { openPendingSignIn, sealPendingSignIn } from "@/lib/people/auth/pending-sign-in";
import { openSession, sealSession } from "@/lib/people/auth/session-token";
import { testSecret } from "../../support/test-env";

const userId = newId();
const account = { id: userId, passwordHash: "hash", sessionVersion: 3 };
const find =
  (now: Partial<typeof account> = {}) =>
  async (id: string) =>
    id === userId ? { ...account, ...now } : null;
const seal = (secret = testSecret) =>
  sealPendingSignIn(secret, { userId, next: "/orders", passwordHash: "hash", version: 3 });

describe("a sign-in that waits for its second factor", () => {
  it("contains its account and the address to go on to", async () => {
    expect(await openPendingSignIn(testSecret, await seal(), find())).toEqual({ account, next: "/orders" });
  });

  it("is not accepted as a session, nor a session as a pending sign-in", async () => {
    expect(await openSession(testSecret, "shop_session", await seal())).toBeNull();
    const session = await sealSession(testSecret, "shop_session", { userId, sessionId: newId(), version: 3 });
    expect(await openPendingSignIn(testSecret, session, find())).toBeNull();
  });

  it("ends when the password is changed, when every session is ended, and with the account", async () => {
    const value = await seal();
    expect(await openPendingSignIn(testSecret, value, find({ passwordHash: "another" }))).toBeNull();
    expect(await openPendingSignIn(testSecret, value, find({ sessionVersion: 4 }))).toBeNull();
    expect(await openPendingSignIn(testSecret, value, async () => null)).toBeNull();
  });

  it("can't be made without the shop's secret", async () => {
    const foreign = await seal("another-secret-0123456789-0123456789");
    expect(await openPendingSignIn(testSecret, foreign, find())).toBeNull();
  });

  it.each(["", "x.y.z"])("can't be '%s'", async (value) => {
    expect(await openPendingSignIn(testSecret, value, find())).toBeNull();
  });
});
