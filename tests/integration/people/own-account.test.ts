import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, day } from "@/lib/base/time/time";
import { changeName } from "@/lib/people/customers/change-name";
import { disconnectGoogle } from "@/lib/people/customers/disconnect-google";
import { findCustomer } from "@/lib/people/customers/find-customers";
import { listSessions, revokeSession } from "@/lib/people/customers/sessions";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { codeOf, useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";

const { db } = useDatabase();

const signIn = (userId: string, lastSeenAt = new Date()) =>
  db().userSession.create({ data: { userId, userAgent: "Test browser", lastSeenAt } });

const idsOf = async (userId: string) =>
  (await listSessions(db(), userId, false)).map((session) => session.id);

describe("the list of sessions", () => {
  it("has the customer's own open sessions, the latest first", async () => {
    const [user, other] = [await customerFactory(db()), await customerFactory(db())];
    const older = await signIn(user.id, addMs(new Date(), -day));
    const newer = await signIn(user.id);
    await signIn(user.id, addMs(new Date(), -40 * day));
    await signIn(other.id);
    expect(await idsOf(user.id)).toEqual([newer.id, older.id]);
    expect(await findCustomer(db(), user.id)).toMatchObject({ devices: 2 });
  });

  it("loses a session that is signed out, and a second request changes nothing", async () => {
    const user = await customerFactory(db());
    const [kept, ended] = [await signIn(user.id), await signIn(user.id)];
    for (const _ of [1, 2]) await revokeSession(db(), { userId: user.id, sessionId: ended.id });
    expect(await idsOf(user.id)).toEqual([kept.id]);
  });

  it("is closed to others: another customer's session is answered like one that does not exist", async () => {
    const [user, other] = [await customerFactory(db()), await customerFactory(db())];
    const session = await signIn(user.id);
    const revoke = (sessionId: string) => codeOf(revokeSession(db(), { userId: other.id, sessionId }));
    expect([await revoke(session.id), await revoke(newId())]).toEqual(["not_found", "not_found"]);
    expect(await idsOf(user.id)).toEqual([session.id]);
  });

  it("is empty after signing out everywhere, and the account's version rises", async () => {
    const [user, other] = [await customerFactory(db()), await customerFactory(db())];
    await signIn(user.id);
    await signIn(user.id);
    const foreign = await signIn(other.id);
    await signOutEverywhere(db(), user.id);
    expect(await idsOf(user.id)).toEqual([]);
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).sessionVersion).toBe(
      user.sessionVersion + 1,
    );
    expect(await idsOf(other.id)).toEqual([foreign.id]);
  });
});

describe("the name", () => {
  it("is set and removed, for this account only", async () => {
    const [user, other] = [await customerFactory(db()), await customerFactory(db(), { name: "Other" })];
    await changeName(db(), { userId: user.id, name: "Mara" });
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).name).toBe("Mara");
    await changeName(db(), { userId: user.id, name: null });
    expect((await db().user.findUniqueOrThrow({ where: { id: user.id } })).name).toBeNull();
    expect((await db().user.findUniqueOrThrow({ where: { id: other.id } })).name).toBe("Other");
  });
});

describe("disconnecting Google", () => {
  const connect = (userId: string) =>
    db().account.create({ data: { userId, provider: "google", providerAccountId: newId() } });
  const connections = (userId: string) => db().account.count({ where: { userId } });

  const disconnect = async (userId: string) =>
    disconnectGoogle(db(), { userId, sessionId: (await signIn(userId)).id, now: new Date() });

  it("removes the connection where a password is left, and ends all other sessions; without one it does nothing", async () => {
    const user = await customerFactory(db(), { passwordHash: "hash" });
    await connect(user.id);
    await signIn(user.id);
    const own = await disconnect(user.id);
    expect(await connections(user.id)).toBe(0);
    expect(await idsOf(user.id)).toEqual([own?.sessionId]);
    expect(await disconnect(user.id)).toBeNull();
    expect(await idsOf(user.id)).toHaveLength(2);
  });

  it("is refused without a password", async () => {
    const user = await customerFactory(db());
    await connect(user.id);
    expect(await codeOf(disconnect(user.id))).toBe("conflict");
    expect(await connections(user.id)).toBe(1);
  });
});
