-- What a sign-up asked for becomes the account's only when its own link is followed: it waits with the link.
ALTER TABLE "email_tokens" ADD COLUMN "password_hash" TEXT,
ADD COLUMN "name" TEXT;
