import { describe, expect, it } from "vitest";
import { newToken } from "@/lib/base/ids";
import { addMs, minute } from "@/lib/base/time/time";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { changePassword } from "@/lib/people/customers/change-password";
import { reauthenticate } from "@/lib/people/customers/reauthenticate";
import { codeOf, countSucceeded, useDatabase } from "../../support/database";
import { customerFactory } from "../../support/factories";

const { db } = useDatabase();
const now = new Date();
const current = "correct horse 7";
const next = "another fine battery 8";

const deps = () => ({ db: db(), hasher: argon2Hasher, now });

async function customer(password: string | null = current) {
  const user = await customerFactory(db(), {
    passwordHash: password === null ? null : await argon2Hasher.hash(password),
  });
  const signIn = () => db().userSession.create({ data: { userId: user.id, userAgent: "Test" } });
  return { user, session: await signIn(), other: await signIn() };
}

const change = (made: { user: { id: string; email: string }; session: { id: string } }, typed: object = {}) =>
  changePassword(deps(), {
    userId: made.user.id,
    sessionId: made.session.id,
    reauthenticatedAt: now,
    password: current,
    newPassword: next,
    email: made.user.email,
    isAdmin: false,
    ...typed,
  });

const isOpenedBy = async (userId: string, password: string) => {
  const user = await db().user.findUniqueOrThrow({ where: { id: userId } });
  return argon2Hasher.verify(user.passwordHash, password);
};

describe("changing the password", () => {
  it("ends every other session, gives this one a new id, voids open links and mails the owner", async () => {
    const made = await customer();
    for (const kind of ["reset_password", "change_email"] as const) {
      await db().emailToken.create({
        data: {
          userId: made.user.id,
          kind,
          email: made.user.email,
          tokenHash: newToken(),
          expiresAt: addMs(now, minute),
        },
      });
    }
    const renewed = await change(made);
    expect(renewed.sessionId).not.toBe(made.session.id);
    expect(await isOpenedBy(made.user.id, next)).toBe(true);
    expect(await isOpenedBy(made.user.id, current)).toBe(false);
    const open = await db().userSession.findMany({ where: { userId: made.user.id, revokedAt: null } });
    expect(open.map((session) => session.id)).toEqual([renewed.sessionId]);
    expect(await db().emailToken.count({ where: { userId: made.user.id, usedAt: null } })).toBe(0);
    expect(
      await db().emailLog.count({ where: { kind: "password-changed", recipient: made.user.email } }),
    ).toBe(1);
  });

  it("does not count as a re-authentication of the session", async () => {
    const made = await customer();
    const before = { reauthenticatedAt: addMs(now, -60 * minute) };
    await db().userSession.update({ where: { id: made.session.id }, data: before });
    const { sessionId } = await change(made);
    expect(await db().userSession.findUniqueOrThrow({ where: { id: sessionId } })).toMatchObject(before);
  });

  it.each([
    ["a wrong current password", { password: "wrong horse 7" }, "password"],
    ["no current password, however fresh the sign-in", { password: "" }, "password"],
    ["a new one that is too short", { newPassword: "five5" }, "newPassword"],
    ["a common new one", { newPassword: "password123" }, "newPassword"],
    [
      "an administrator's new one below twelve characters",
      { newPassword: "x7!kQ2#pLm9", isAdmin: true },
      "newPassword",
    ],
  ])("is refused with %s, and nothing changes", async (_name, typed, field) => {
    const made = await customer();
    await expect(change(made, typed)).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { [field]: expect.any(String) },
    });
    expect(await isOpenedBy(made.user.id, current)).toBe(true);
    expect(await db().userSession.count({ where: { userId: made.user.id, revokedAt: null } })).toBe(2);
  });

  it("is refused for an account without a password, which gets its first one by mail", async () => {
    expect(await codeOf(change(await customer(null), { password: "" }))).toBe("conflict");
  });

  it("made twice at once happens once", async () => {
    const made = await customer();
    const changes = [change(made), change(made, { newPassword: "a third one 9 here" })];
    expect(await countSucceeded(changes)).toBe(1);
  });
});

describe("re-authentication", () => {
  const reauthenticateWith = (userId: string, password: string, ageMs: number) =>
    reauthenticate(deps(), { userId, password, reauthenticatedAt: addMs(now, -ageMs) });

  it("takes the password where there is one, and no recent sign-in instead", async () => {
    const { user } = await customer();
    await expect(reauthenticateWith(user.id, current, 60 * minute)).resolves.toEqual(expect.any(String));
    expect(await codeOf(reauthenticateWith(user.id, "", 0))).toBe("invalid_input");
  });

  it("takes a sign-in of the last ten minutes where there is no password, and no older one", async () => {
    const { user } = await customer(null);
    await expect(reauthenticateWith(user.id, "", 9 * minute)).resolves.toBeNull();
    expect(await codeOf(reauthenticateWith(user.id, "anything", 11 * minute))).toBe("forbidden");
  });

  it("never takes one account's password for another", async () => {
    const [mine, other] = [await customer(), await customer("my very own 55 words")];
    expect(await codeOf(reauthenticateWith(other.user.id, current, 0))).toBe("invalid_input");
    await expect(reauthenticateWith(mine.user.id, current, 0)).resolves.toEqual(expect.any(String));
  });
});
