"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import { runMoneyAction } from "@/app/_server/run-money-action";
import type { AdminResult } from "@/components/admin/action-form";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { databaseNow } from "@/lib/clock";
import { deleteAccount } from "@/lib/customers/delete-account";
import { grantRole } from "@/lib/customers/grant-role";
import { resendVerification } from "@/lib/customers/resend-verification";
import { revokeRole } from "@/lib/customers/revoke-role";
import { removeSecondFactor } from "@/lib/customers/second-factor";
import { signOutEverywhere } from "@/lib/customers/sign-out-everywhere";
import { getConnection, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";

type Previous = AdminResult | null;

const deedSchema = z.object({ userId: z.uuid(), reason: reasonSchema });

export async function grantRoleAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(deedSchema, form, async (input, { user: actor }) => {
    await grantRole({ db: getDb(), secret: getEnv().SHOP_SECRET, now: databaseNow() }, { ...input, actor });
    return { message: "Done. A link for a new password is on its way to them." };
  });
  if (result.ok) refresh();
  return result;
}

export async function revokeRoleAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(deedSchema, form, async (input, { user: actor }) => {
    await revokeRole(getDb(), { ...input, actor });
    return { message: "Done. The admin pages is closed to this account." };
  });
  if (result.ok) refresh();
  return result;
}

export async function signOutCustomerAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", deedSchema, form, async ({ userId, reason }, { user: actor }) => {
    await signOutEverywhere(getDb(), userId, { actor, reason });
    return { message: "Done. This account is signed out on every device." };
  });
  if (result.ok) refresh();
  return result;
}

/** For a customer who has lost app and recovery codes, once it is certain who is asking. */
export async function removeSecondFactorAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(deedSchema, form, async (input, { user: actor }) => {
    await removeSecondFactor(getDb(), { ...input, actor, now: databaseNow() });
    return { message: "Done. The account opens with its password alone, and its owner was told by mail." };
  });
  if (result.ok) refresh();
  return result;
}

export async function resendVerificationAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  return runAction("admin", deedSchema, form, async (input, { user: actor }) => {
    const { db, pool } = getConnection();
    const deps = { db, pool, secret: getEnv().SHOP_SECRET, now: databaseNow() };
    await resendVerification(deps, { ...input, actor });
    return { message: "Done. A new link is on its way to them." };
  });
}

export async function anonymizeCustomerAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runMoneyAction(deedSchema, form, async ({ userId, reason }, { user: actor }) => {
    await deleteAccount(getDb(), userId, { actor, reason });
    return { message: "Done. The account names nobody any more." };
  });
  if (!result.ok) return result;
  redirect("/admin/customers");
}
