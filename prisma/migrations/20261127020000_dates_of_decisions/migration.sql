-- Refunds and decisions are made under their order's lock, and are compared with what happened before it was held: their
-- date is the moment itself, not the beginning of a transaction that may have waited for the lock.
ALTER TABLE "refunds" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();
ALTER TABLE "request_decisions" ALTER COLUMN "created_at" SET DEFAULT clock_timestamp();
