import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import pg from "pg";
import { connect, type Database } from "@/lib/base/db/client";
import { newId, newOrderId, newToken } from "@/lib/base/ids";
import { seal } from "@/lib/base/secret-box";
import { addMs, minute } from "@/lib/base/time/time";
import { localSecret } from "@/lib/local/local-env";
import { hashPassword } from "@/lib/people/auth/passwords";
import type { StaffRole } from "@/lib/people/auth/roles";
import { signedInCookies } from "@/lib/people/auth/session-cookies";
import { sealSession } from "@/lib/people/auth/session-token";
import { newTotpSecret } from "@/lib/people/auth/totp";
import { orderFactory, refundFactory } from "../support/factories";
import { databaseUrl, origin, shopUnderTest } from "./local-shop";

/** Receives a session's cookies: a browser context, or a test's own store. */
type CookieJar = Pick<BrowserContext, "addCookies">;

export type Customer = { id: string; email: string };

/** Whose order or ticket it is; a guest has no id. */
type Owner = { id?: string; email: string };

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

/** Does work in the shop's database, or in the one at `url`, like the shop's own code. */
export async function withDatabase<Result>(
  work: (db: Database) => Promise<Result>,
  url = databaseUrl,
): Promise<Result> {
  const { db, close } = connect(url, 1);
  try {
    return await work(db);
  } finally {
    await close();
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

/** A new administrator with password and authenticator app, whose session has given both. */
export async function signInAsNewAdmin(
  context: CookieJar,
  role: StaffRole = "owner",
): Promise<Administrator> {
  const admin = await newUser({ isAdmin: true, role });
  const sessionId = newId();
  await run(
    "INSERT INTO user_sessions (id, user_id, user_agent, second_factor_at) VALUES ($1, $2, 'test', now())",
    [sessionId, admin.id],
  );
  await takeSession(context, admin.id, sessionId);
  return admin;
}

/** An owner who has not signed in yet; without a second factor, the first sign-in sets it up. */
export const newAdmin = ({ hasSecondFactor = true } = {}) => newUser({ isAdmin: true, hasSecondFactor });

export type NewUser = {
  isAdmin?: boolean;
  /** An administrator's. */
  role?: StaffRole;
  hasSecondFactor?: boolean;
  email?: string;
  url?: string;
  secret?: string;
};

/** A user who has not signed in yet, in the shop under test, or in the one with this database and secret. */
export async function newUser({
  isAdmin = false,
  role = "owner",
  hasSecondFactor = isAdmin,
  email = `user-${newToken().slice(0, 8).toLowerCase()}@example.com`,
  url = databaseUrl,
  secret = localSecret(shopUnderTest.dataDir),
}: NewUser): Promise<Administrator> {
  const [id, totpSecret, password] = [newId(), newTotpSecret(), "a phrase of the night watch"];
  await run(
    `INSERT INTO users (id, email, email_verified_at, password_hash, totp_secret_sealed, totp_confirmed_at)
     VALUES ($1, $2, now(), $3, $4, CASE WHEN $5 THEN now() END)`,
    [
      id,
      email,
      await hashPassword(password),
      hasSecondFactor ? seal(secret, `second-factor:${id}`, totpSecret) : null,
      hasSecondFactor,
    ],
    url,
  );
  if (isAdmin) {
    const granting = "INSERT INTO user_roles (id, user_id, role) VALUES ($1, $2, 'admin'), ($3, $2, $4)";
    await run(granting, [newId(), id, newId(), role], url);
  }
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

/** Gives the password and a code, which a form asks for when the second factor is too old for its action. */
export async function reauthenticate(form: Page | Locator, admin: Administrator): Promise<void> {
  await form.getByLabel("Your password").fill(admin.password);
  await form.getByLabel("Code from your app").fill(codeOf(admin));
}

/** The authenticator app's current code. */
export function codeOf({ totpSecret }: Pick<Administrator, "totpSecret">): string {
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
export async function seedOrder(owner: Owner, order: SeededOrder): Promise<{ id: string; token: string }> {
  const { status, quantity = 100, cents = 229, refundedCents = 0, delivered } = order;
  const isPaid = status !== "pending" && status !== "expired";
  const isFinished = status === "completed" || status === "failed" || status === "partial";
  const posts = order.posts?.map((post, index) => {
    return { ...post, postId: `p${index}`, kind: "post", imageUrl: null, caption: "" };
  });
  const now = new Date();
  return withDatabase(async (db) => {
    const { id, token } = await orderFactory(db, {
      service: order.service ?? "followers",
      username: "wanderwithmara",
      quantity,
      priceCents: cents,
      status: isPaid ? "processing" : "pending",
      data: {
        id: newOrderId(),
        userId: owner.id ?? null,
        email: owner.email,
        surface: "checkout",
        status,
        ...(refundedCents > 0 && { refundedCents, paymentStatus: "partially_refunded" }),
        profile: { fullName: "Mara Oduya", pictureUrl: null, isVerified: false },
        selectedPosts: posts ?? [],
        providerOrderId: order.providerOrderId ?? null,
        createdAt: addMs(now, -(order.age ?? 0) * minute),
        finishedAt: isFinished ? now : null,
      },
    });
    if (refundedCents > 0)
      await refundFactory(db, id, { amountCents: refundedCents, status: "succeeded", finishedAt: now });
    if (delivered !== undefined) {
      const deliveryProgress = Math.floor((delivered * 100) / quantity);
      const remains = quantity - delivered;
      const data = { orderId: id, deliveryProgress, delivered, remains, lastCheckedAt: now };
      await db.orderFulfillment.create({ data });
    }
    return { id, token };
  });
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

/** Makes a user's last password an hour old, so that money actions ask for password and code. */
export async function ageReauthentication({ id }: Customer): Promise<void> {
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

/** Adds a customer's ticket without an answer. Returns its id. */
export async function seedTicket(owner: Owner, subject: string): Promise<string> {
  const id = newId();
  await run(
    `INSERT INTO support_tickets (id, user_id, email, subject, message, updated_at) VALUES ($1, $2, $3, $4, $4, now())`,
    [id, owner.id ?? null, owner.email, subject],
  );
  return id;
}

/** Opens a new customer's page from the list, which has it after the next sweep. */
export async function openCustomer(page: Page, email: string): Promise<void> {
  const link = page.getByRole("link", { name: email });
  await expect(async () => {
    await page.goto(`/admin/customers?q=${encodeURIComponent(email.slice(2, 20))}`);
    await expect(link).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await link.click();
}

/** Submits the open dialog with a reason, and waits until it closes. */
export async function confirmDialog(page: Page, button: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A browser test");
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}
