import type { Context } from "hono";

/** A missing account: status 404 with `success: true`. */
export function accountMissing(c: Context): Response {
  return c.json(
    {
      success: true,
      error: "not_found",
      errorStatus: 404,
      message: "Account doesn't exist",
      accountDoesNotExist: true,
    },
    404,
  );
}

/** Posts that can't be fetched: the body says 404; the HTTP status depends on the endpoint. */
export function postsMissing(c: Context, status: 200 | 404): Response {
  return c.json(
    {
      success: true,
      credits_charged: 0,
      error: "not_found",
      errorStatus: 404,
      message: "The user was not found, or is private and only visible to a signed-in account.",
    },
    status,
  );
}

export function rateLimited(c: Context): Response {
  return c.json({ success: false, message: "Rate limit exceeded. Try again in a moment." }, 429, {
    "retry-after": "1",
  });
}

export function outOfCredits(c: Context): Response {
  return c.json({ success: false, credits_remaining: 0, message: "You have run out of credits." }, 402);
}

export function brokenServer(c: Context): Response {
  return c.json({ success: false, message: "Something went wrong on our end." }, 500);
}

/** Truncated JSON. */
export function brokenJson(c: Context): Response {
  return c.body('{"success":true,"credits_remaining":24', 200, { "content-type": "application/json" });
}
