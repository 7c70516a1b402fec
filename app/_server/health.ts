import "server-only";
import Stripe from "stripe";
import { getDb } from "@/lib/db/client";
import { second } from "@/lib/time";
import { getStripe } from "./runtime";

const stripeCheckPeriodMs = 60 * second;
const stripeCheckTimeoutMs = 2 * second;
let stripeChecked: { at: number; problem: string | null } | undefined;

/** What is wrong with this instance, in words for an operator; empty when all is well. */
export async function checkHealth(): Promise<string[]> {
  const problems = await Promise.all([databaseProblem(), stripeProblem()]);
  return problems.filter((problem) => problem !== null);
}

async function databaseProblem(): Promise<string | null> {
  try {
    const [row] = await getDb().$queryRaw<{ queue: boolean }[]>`
      SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AND to_regclass('orders') IS NOT NULL AS queue`;
    return row?.queue ? null : "database: migrations have not run";
  } catch {
    return "database: not reachable";
  }
}

/** A refused key is our fault and red; an unreachable Stripe is theirs and would only take the shop down with it. */
async function stripeProblem(): Promise<string | null> {
  const now = Date.now();
  if (stripeChecked && now - stripeChecked.at < stripeCheckPeriodMs) return stripeChecked.problem;
  let problem: string | null = null;
  try {
    // Whoever asks for our health waits a few seconds at most, not for Stripe.
    await getStripe().balance.retrieve({}, { timeout: stripeCheckTimeoutMs, maxNetworkRetries: 0 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) problem = "stripe: the key was refused";
  }
  stripeChecked = { at: now, problem };
  return problem;
}
