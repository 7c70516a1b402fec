-- A "proof" is evidence about a lost call; giving the password again is re-authentication.
ALTER TABLE "user_sessions" RENAME COLUMN "proven_at" TO "reauthenticated_at";
