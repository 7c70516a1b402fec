import { beforeEach, describe, expect, it } from "vitest";
import { newToken } from "@/lib/base/ids";
import { addMs, day } from "@/lib/base/time/time";
import type { StaffRole } from "@/lib/people/auth/roles";
import { findCustomer } from "@/lib/people/customers/find-customers";
import {
  acceptInvitation,
  findInvitation,
  inviteAdmin,
  listInvitations,
  withdrawInvitation,
} from "@/lib/people/customers/invite-admin";
import { revokeRole } from "@/lib/people/customers/staff";
import { accountDeps, lastLinkTo, mailKindsTo } from "../../support/accounts";
import { codeOf, useDatabase } from "../../support/database";
import { auditedActions, customerFactory } from "../../support/factories";

const { database, db } = useDatabase();
const deps = (laterMs = 0) => ({ ...accountDeps(database.current), now: addMs(new Date(), laterMs) });
const password = "a-long-and-unusual-harbor";
const reason = "a test";

beforeEach(async () => {
  await db().userRole.deleteMany({ where: { role: { not: "user" } } });
  await db().adminInvitation.deleteMany();
});

const owner = () => customerFactory(db(), { roles: ["user", "admin", "owner"] });
const invite = async (email: string, role: StaffRole = "support") => {
  const actor = await owner();
  await inviteAdmin(deps(), { email, role, actor, reason });
  return { actor, token: await lastLinkTo(db(), email, "admin-invited") };
};
const newAddress = () => `${newToken().toLowerCase()}@admin.example`;

describe("an invited administrator", () => {
  it("gets one mail, and an account with the role, the password and no second factor yet", async () => {
    const email = newAddress();
    const { token } = await invite(email, "finance");
    expect(await mailKindsTo(db(), email)).toEqual(["admin-invited"]);
    expect(await findInvitation(db(), token, new Date())).toMatchObject({ email, role: "finance" });
    const { userId } = await acceptInvitation(deps(), { token, password });
    expect(await findCustomer(db(), userId)).toMatchObject({ email, role: "finance", totpConfirmedAt: null });
    expect(await auditedActions(db(), userId)).toEqual(["admin.joined"]);
    expect(await listInvitations(db())).toEqual([]);
  });

  it("can't use the link twice, after three days, or after it was withdrawn", async () => {
    const { token } = await invite(newAddress());
    await acceptInvitation(deps(), { token, password });
    expect(await codeOf(acceptInvitation(deps(), { token, password }))).toBe("link_used");
    const late = await invite(newAddress());
    expect(await codeOf(acceptInvitation(deps(4 * day), { token: late.token, password }))).toBe(
      "link_expired",
    );
    const [open] = await listInvitations(db());
    await withdrawInvitation(deps(), { invitationId: open?.id ?? "", actor: late.actor, reason });
    expect(await codeOf(acceptInvitation(deps(), { token: late.token, password }))).toBe("link_unknown");
    expect(await auditedActions(db(), open?.id ?? "")).toEqual([
      "admin.invited",
      "admin.invitation_withdrawn",
    ]);
  });

  it("needs a password that is good enough for an administrator", async () => {
    const { token } = await invite(newAddress());
    expect(await codeOf(acceptInvitation(deps(), { token, password: "swell" }))).toBe("invalid_input");
    await acceptInvitation(deps(), { token, password });
  });

  it("loses the sessions and the password of the account that the address had", async () => {
    const customer = await customerFactory(db(), { passwordHash: "old" });
    await db().userSession.create({ data: { userId: customer.id, userAgent: "test" } });
    const { token } = await invite(customer.email);
    expect(await db().user.findUniqueOrThrow({ where: { id: customer.id } })).toMatchObject({
      passwordHash: "old",
    });
    const { userId } = await acceptInvitation(deps(), { token, password });
    expect(userId).toBe(customer.id);
    expect(await db().userSession.count({ where: { userId, revokedAt: null } })).toBe(0);
    const { passwordHash } = await db().user.findUniqueOrThrow({ where: { id: userId } });
    expect(passwordHash).not.toBe("old");
  });
});

describe("an invitation", () => {
  it("replaces the open one of its address, whose link no longer works", async () => {
    const email = newAddress();
    const first = await invite(email, "support");
    await inviteAdmin(deps(), { email, role: "catalogue", actor: first.actor, reason });
    expect(await codeOf(findInvitation(db(), first.token, new Date()))).toBe("link_unknown");
    expect(await listInvitations(db())).toMatchObject([{ email, role: "catalogue" }]);
  });

  it("ends when the owner who sent it is an owner no more", async () => {
    const { actor, token } = await invite(newAddress());
    await revokeRole(db(), { userId: actor.id, actor: await owner(), reason });
    expect(await codeOf(acceptInvitation(deps(), { token, password }))).toBe("link_unknown");
  });

  it("is refused for an administrator's address", async () => {
    const actor = await owner();
    expect(await codeOf(inviteAdmin(deps(), { email: actor.email, role: "support", actor, reason }))).toBe(
      "conflict",
    );
  });

  it.each(["finance", "support", "catalogue", "read_only"])("can't be made by %s staff", async (role) => {
    const actor = await customerFactory(db(), { roles: ["user", "admin", role] });
    expect(await codeOf(inviteAdmin(deps(), { email: newAddress(), role: "support", actor, reason }))).toBe(
      "forbidden",
    );
  });
});
