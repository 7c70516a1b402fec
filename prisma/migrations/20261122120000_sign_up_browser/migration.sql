-- The browser that a waiting sign-up was made in: only there its password opens the account without being typed again.
ALTER TABLE "email_tokens" ADD COLUMN "browser_hash" TEXT;
