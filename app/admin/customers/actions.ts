"use server";

import { z } from "zod";
import { adminAction, freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { staffRoleLabels, staffRoles } from "@/lib/people/auth/roles";
import { resendVerification } from "@/lib/people/customers/renew-verification";
import { removeSecondFactor } from "@/lib/people/customers/second-factor";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { grantRole, revokeRole } from "@/lib/people/customers/staff";
import { deleteAccount } from "@/lib/people/privacy/delete-account";

const auditedSchema = withReason.extend({ userId: z.uuid() });

const grantSchema = auditedSchema.extend({ role: z.enum(staffRoles, { error: "Select a role." }) });

export const grantRoleAction = freshAdminAction("roles.change", grantSchema, async (input, actor) => {
  const deps = { db: getDb(), secret: getEnv().SHOP_SECRET, now: databaseNow() };
  const role = staffRoleLabels[input.role];
  return (await grantRole(deps, { ...input, actor }))
    ? `Done. The role is ${role} from now on, and the account is signed out.`
    : `The role is ${role} already, so nothing was changed.`;
});

export const revokeRoleAction = freshAdminAction("roles.change", auditedSchema, async (input, actor) => {
  await revokeRole(getDb(), { ...input, actor });
  return "Done. This account can't open the admin pages any more.";
});

export const signOutCustomerAction = adminAction(
  "customers.change",
  auditedSchema,
  async ({ userId, reason }, actor) => {
    await signOutEverywhere(getDb(), userId, { actor, reason });
    return "Done. This account is signed out on every device.";
  },
);

/** For a customer who has lost app and recovery codes, once their identity is confirmed. */
export const removeSecondFactorAction = freshAdminAction(
  "customers.change",
  auditedSchema,
  async (input, actor) => {
    await removeSecondFactor(getDb(), { ...input, actor, now: databaseNow() });
    return "Done. The password alone is enough now, and the account holder was told by email.";
  },
);

export const resendVerificationAction = adminAction(
  "customers.change",
  auditedSchema,
  async (input, actor) => {
    const { db, pool } = getConnection();
    const deps = { db, pool, secret: getEnv().SHOP_SECRET, now: databaseNow() };
    await resendVerification(deps, { ...input, actor });
    return "Done. The customer will get a new link by email.";
  },
);

export const anonymizeCustomerAction = freshAdminAction(
  "customers.erase",
  auditedSchema,
  async ({ userId, reason }, actor) => {
    await deleteAccount(getDb(), userId, { actor, reason });
    return { nextPath: "/admin/customers" };
  },
);
