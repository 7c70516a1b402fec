import type { BrowserContext, Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { hashPassword } from "@/lib/auth/passwords";
import type { StaffRole } from "@/lib/auth/roles";
import { signedInCookies } from "@/lib/auth/session-cookies";
import { sealSession } from "@/lib/auth/session-token";
import { newTotpSecret } from "@/lib/auth/totp";
import { newId, newOrderId, newToken } from "@/lib/ids";
import { localSecret } from "@/lib/local/local-env";
import { seal } from "@/lib/secret-box";
import { databaseUrl, origin, shopUnderTest } from "./local-shop";

/** Receives a session's cookies: a browser context, or a test's own store. */
type CookieJar = Pick<BrowserContext, "addCookies">;

export type Customer = { id: string; email: string };

/** Runs one statement in the shop's database, or in the one at `url`. */
export async function run<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[] = [],
  url = databaseUrl,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A new customer with a verified address, signed in without the forms of /auth. */
export async function signInAsNewCustomer(context: CookieJar, password?: string): Promise<Customer> {
  const id = newId();
  const email = `customer-${newToken().slice(0, 8).toLowerCase()}@example.com`;
  const hash = password === undefined ? null : await hashPassword(password);
  await run("INSERT INTO users (id, email, email_verified_at, password_hash) VALUES ($1, $2, now(), $3)", [
    id,
    email,
    hash,
  ]);
  await signInAlso(context, { id });
  return { id, email };
}

/** Signs a customer in on one more device. */
export async function signInAlso(context: CookieJar, { id }: Pick<Customer, "id">): Promise<void> {
  const sessionId = newId();
  await run("INSERT INTO user_sessions (id, user_id, user_agent) VALUES ($1, $2, 'test')", [sessionId, id]);
  await takeSession(context, id, sessionId);
}

type Credentials = { email: string; password: string };
export type Administrator = Customer & Credentials & { totpSecret: string };

/** A new administrator with password and authenticator app, whose session has given both; without a role, an owner. */
export async function signInAsNewAdmin(context: CookieJar, role?: StaffRole): Promise<Administrator> {
  const admin = await newAdmin();
  if (role)
    await run("INSERT INTO user_roles (id, user_id, role) VALUES ($1, $2, $3)", [newId(), admin.id, role]);
  const sessionId = newId();
  await run(
    "INSERT INTO user_sessions (id, user_id, user_agent, second_factor_at) VALUES ($1, $2, 'test', now())",
    [sessionId, admin.id],
  );
  await takeSession(context, admin.id, sessionId);
  return admin;
}

/** An administrator who has not signed in yet; without a second factor, the first sign-in sets it up. */
export async function newAdmin({ hasSecondFactor = true } = {}): Promise<Administrator> {
  const [id, totpSecret, password] = [newId(), newTotpSecret(), "a phrase of the night watch"];
  const email = `admin-${newToken().slice(0, 8).toLowerCase()}@example.com`;
  await run(
    `INSERT INTO users (id, email, email_verified_at, password_hash, totp_secret_sealed, totp_confirmed_at)
     VALUES ($1, $2, now(), $3, $4, CASE WHEN $5 THEN now() END)`,
    [
      id,
      email,
      await hashPassword(password),
      hasSecondFactor ? seal(localSecret(shopUnderTest.dataDir), totpSecret) : null,
      hasSecondFactor,
    ],
  );
  await run("INSERT INTO user_roles (id, user_id, role) VALUES ($1, $2, 'admin')", [newId(), id]);
  return { id, email, password, totpSecret };
}

/** Sends the administrators' sign-in form. */
export async function giveAdminPassword(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto("/admin-auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

/** Sends the second form of the administrators' sign-in. */
export async function giveAdminCode(page: Page, code: string): Promise<void> {
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Open the admin pages" }).click();
}

/** The authenticator app's current code. */
export function codeOf({ totpSecret }: Administrator): string {
  return new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
}

async function takeSession(context: CookieJar, userId: string, sessionId: string): Promise<void> {
  const secret = localSecret(shopUnderTest.dataDir);
  const value = await sealSession(secret, "shop_session", { userId, sessionId, version: 0 });
  await context.addCookies(
    signedInCookies("local", value).map((cookie) => ({
      name: cookie.name,
      value: cookie.value,
      url: origin,
    })),
  );
}

type SeededOrder = {
  status: "pending" | "processing" | "completed" | "failed" | "expired" | "partial";
  service?: "followers" | "likes" | "views";
  quantity?: number;
  cents?: number;
  refundedCents?: number;
  delivered?: number;
  providerOrderId?: string;
  posts?: { postUrl: string; quantity: number }[];
  /** Minutes before now. */
  age?: number;
};

/** Adds an order with the given age and state to a customer's history, or to a guest's. Returns id and token. */
export async function seedOrder(
  owner: { id: string | null; email: string },
  order: SeededOrder,
): Promise<{ id: string; token: string }> {
  const { status, service = "followers", quantity = 100, cents = 229, refundedCents = 0, age = 0 } = order;
  const [id, token] = [newOrderId(), newToken()];
  const isPaid = status !== "pending" && status !== "expired";
  const isFinished = status === "completed" || status === "failed" || status === "partial";
  const posts = (order.posts ?? []).map((post, index) => ({
    ...post,
    postId: `p${index}`,
    kind: "post",
    imageUrl: null,
    caption: "",
  }));
  await run(
    `INSERT INTO orders (id, token, user_id, email, platform, service_type, surface, package_id, quantity,
       price_total_cents, status, payment_status, paid_cents, refunded_cents, username, profile, post_url,
       selected_posts, provider_order_id, created_at, updated_at, paid_at, finished_at)
     VALUES ($1, $2, $3, $4, 'instagram', $5, 'checkout', $6, $7, $8, $9, $10, $11, $12, 'wanderwithmara', $13,
       'https://www.instagram.com/wanderwithmara/', $14, $15, now() - $16 * interval '1 minute', now(),
       CASE WHEN $17 THEN now() END, CASE WHEN $18 THEN now() END)`,
    [
      id,
      token,
      owner.id,
      owner.email,
      service,
      `${service}-${quantity}`,
      quantity,
      cents,
      status,
      isPaid ? (refundedCents > 0 ? "partially_refunded" : "paid") : "unpaid",
      isPaid ? cents : 0,
      refundedCents,
      JSON.stringify({ fullName: "Mara Oduya", pictureUrl: null, isVerified: false }),
      JSON.stringify(posts),
      order.providerOrderId ?? null,
      age,
      isPaid,
      isFinished,
    ],
  );
  if (order.delivered !== undefined) {
    await run(
      `INSERT INTO order_fulfillment (order_id, delivery_progress, delivered, remains, last_checked_at)
       VALUES ($1, $2, $3, $4, now())`,
      [id, Math.floor((order.delivered * 100) / quantity), order.delivered, quantity - order.delivered],
    );
  }
  return { id, token };
}

/** Advances an order's delivery like a supplier's report. */
export async function deliverTo(orderId: string, delivered: number): Promise<void> {
  await run(
    `UPDATE order_fulfillment SET delivered = $2, remains = remains + delivered - $2,
       delivery_progress = 100 * $2 / (remains + delivered), last_checked_at = now()
     WHERE order_id = $1`,
    [orderId, delivered],
  );
}

/** Makes a user's last second factor an hour old, so that money actions ask for password and code. */
export async function ageEvidence({ id }: Customer): Promise<void> {
  await run("UPDATE user_sessions SET reauthenticated_at = now() - interval '1 hour' WHERE user_id = $1", [
    id,
  ]);
}

/** Reduces an administrator's session to the password: the second factor is still missing. */
export async function forgetSecondFactor({ id }: Customer): Promise<void> {
  await run("UPDATE user_sessions SET second_factor_at = NULL WHERE user_id = $1", [id]);
}

/** Ends every session of a user, like signing out everywhere on another device. */
export async function endSessions({ id }: Customer): Promise<void> {
  await run("UPDATE user_sessions SET revoked_at = now() WHERE user_id = $1", [id]);
}

/** Sets the last use of a user's sessions to so many minutes ago. */
export async function leaveUnused({ id }: Customer, minutes: number): Promise<void> {
  await run("UPDATE user_sessions SET last_seen_at = now() - $2 * interval '1 minute' WHERE user_id = $1", [
    id,
    minutes,
  ]);
}

/** The audit log's entries about an account, oldest first. */
export async function auditedActions({ id }: Customer): Promise<string[]> {
  const rows = await run<{ action: string }>(
    "SELECT action FROM audit_log WHERE subject_id = $1 ORDER BY id",
    [id],
  );
  return rows.map(({ action }) => action);
}

/** Adds a customer's ticket without an answer. Returns its id. */
export async function seedTicket(
  owner: { id: string | null; email: string },
  subject: string,
): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO support_tickets (id, user_id, email, subject, message, updated_at) VALUES ($1, $2, $3, $4, $4, now())`,
    [id, owner.id, owner.email, subject],
  );
  return id;
}
