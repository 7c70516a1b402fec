-- Accounts, tickets, disputes, books, evidence of deliveries, and what the operator's desk stands on.

-- CreateEnum
CREATE TYPE "token_kind" AS ENUM ('verify_email', 'reset_password', 'change_email');

-- CreateEnum
CREATE TYPE "ticket_status" AS ENUM ('open', 'in_progress', 'resolved', 'closed');

-- CreateEnum
CREATE TYPE "ticket_kind" AS ENUM ('support', 'custom_package', 'refill', 'refund');

-- CreateEnum
CREATE TYPE "message_author" AS ENUM ('customer', 'administrator');

-- CreateEnum
CREATE TYPE "refill_state" AS ENUM ('requested', 'sending', 'in_progress', 'completed', 'rejected', 'unknown');

-- CreateEnum
CREATE TYPE "proof_mode" AS ENUM ('none', 'request_id', 'dedupe_window', 'balance');

-- CreateEnum
CREATE TYPE "ledger_account" AS ENUM ('stripe_balance', 'sales', 'refunds', 'payments_to_return', 'stripe_fees', 'disputes', 'supplier_costs', 'supplier_balances');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "refund_status" ADD VALUE 'held';
ALTER TYPE "refund_status" ADD VALUE 'dropped';

-- DropIndex
DROP INDEX "supplier_calls_item_id_attempt_key";

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "anonymized_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_confirmed_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" INTEGER,
ADD COLUMN     "totp_secret_sealed" TEXT;

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "blocked_at" TIMESTAMPTZ(3),
ADD COLUMN     "blocked_reason" TEXT,
ADD COLUMN     "flag_reason" TEXT,
ADD COLUMN     "flagged_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "intent" TEXT,
ADD COLUMN     "note" TEXT,
ADD COLUMN     "requested_by_id" UUID;

-- AlterTable
ALTER TABLE "fulfillment_items" ADD COLUMN     "cancel_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "checked_target_at" TIMESTAMPTZ(3),
ADD COLUMN     "finished_at" TIMESTAMPTZ(3),
ADD COLUMN     "paused_until" TIMESTAMPTZ(3),
ADD COLUMN     "submitted_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "supplier_calls" ADD COLUMN     "balance_after" DECIMAL(18,7),
ADD COLUMN     "balance_before" DECIMAL(18,7);

-- AlterTable
ALTER TABLE "suppliers" ADD COLUMN     "balance" DECIMAL(18,7),
ADD COLUMN     "balance_at" TIMESTAMPTZ(3),
ADD COLUMN     "balance_currency" TEXT,
ADD COLUMN     "error_rules" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "low_balance" DECIMAL(18,7) NOT NULL DEFAULT 20,
ADD COLUMN     "max_concurrent" INTEGER NOT NULL DEFAULT 20,
ADD COLUMN     "open_until" TIMESTAMPTZ(3),
ADD COLUMN     "proof_field" TEXT,
ADD COLUMN     "proof_mode" "proof_mode" NOT NULL DEFAULT 'none',
ADD COLUMN     "proof_window_seconds" INTEGER,
ADD COLUMN     "rate_per_second" INTEGER NOT NULL DEFAULT 500,
ADD COLUMN     "tokens" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "tokens_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "proven_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "kind" "token_kind" NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "recovery_codes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "price_history" (
    "id" BIGSERIAL NOT NULL,
    "catalog_id" TEXT NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "original_cents" INTEGER NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "price_history_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_totals" (
    "id" BIGSERIAL NOT NULL,
    "day" DATE NOT NULL,
    "orders" INTEGER NOT NULL,
    "paid_orders" INTEGER NOT NULL,
    "completed" INTEGER NOT NULL,
    "paid_cents" BIGINT NOT NULL,
    "refunded_cents" BIGINT NOT NULL,

    CONSTRAINT "order_totals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "disputes" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "stripe_dispute_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "evidence_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "movement" TEXT NOT NULL,
    "account" "ledger_account" NOT NULL,
    "amount_micros" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "order_id" UUID,
    "supplier_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reconcile_cursors" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reconcile_cursors_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "reconcile_findings" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "order_id" UUID,
    "sentence" TEXT NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),

    CONSTRAINT "reconcile_findings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "target_counts" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "moment" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "target_counts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refills" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "state" "refill_state" NOT NULL DEFAULT 'requested',
    "missing" INTEGER,
    "supplier_refill_id" TEXT,
    "reason" TEXT,
    "claim_token" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "next_check_at" TIMESTAMPTZ(3),

    CONSTRAINT "refills_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "support_tickets" (
    "id" UUID NOT NULL,
    "user_id" UUID,
    "email" TEXT NOT NULL,
    "order_id" UUID,
    "kind" "ticket_kind" NOT NULL DEFAULT 'support',
    "subject" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "status" "ticket_status" NOT NULL DEFAULT 'open',
    "admin_response" TEXT,
    "responded_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "support_tickets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ticket_messages" (
    "id" UUID NOT NULL,
    "ticket_id" UUID NOT NULL,
    "author" "message_author" NOT NULL,
    "author_id" UUID,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ticket_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_id" UUID,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_type" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "reason" TEXT,
    "previous" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "operator_alerts" (
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sentence" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "resolved_at" TIMESTAMPTZ(3),
    "times" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "operator_alerts_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_provider_provider_account_id_key" ON "accounts"("provider", "provider_account_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_user_id_provider_key" ON "accounts"("user_id", "provider");

-- CreateIndex
CREATE INDEX "user_sessions_of_user" ON "user_sessions"("user_id", "last_seen_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "email_tokens_token_hash_key" ON "email_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "email_tokens_of_user" ON "email_tokens"("user_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes"("user_id", "code_hash");

-- CreateIndex
CREATE INDEX "price_history_of_entry" ON "price_history"("catalog_id", "since" DESC);

-- CreateIndex
CREATE INDEX "order_totals_of_day" ON "order_totals"("day");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_stripe_dispute_id_key" ON "disputes"("stripe_dispute_id");

-- CreateIndex
CREATE INDEX "disputes_of_order" ON "disputes"("order_id");

-- CreateIndex
CREATE INDEX "ledger_of_order" ON "ledger_entries"("order_id");

-- CreateIndex
CREATE INDEX "ledger_newest" ON "ledger_entries"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_movement_account_key" ON "ledger_entries"("movement", "account");

-- CreateIndex
CREATE UNIQUE INDEX "reconcile_findings_key_key" ON "reconcile_findings"("key");

-- CreateIndex
CREATE INDEX "target_counts_of_item" ON "target_counts"("item_id", "taken_at");

-- CreateIndex
CREATE INDEX "refills_of_item" ON "refills"("item_id");

-- CreateIndex
CREATE INDEX "tickets_by_status" ON "support_tickets"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_newest" ON "support_tickets"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_of_user" ON "support_tickets"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tickets_of_order" ON "support_tickets"("order_id");

-- CreateIndex
CREATE INDEX "ticket_messages_of_ticket" ON "ticket_messages"("ticket_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "audit_log_hash_key" ON "audit_log"("hash");

-- CreateIndex
CREATE INDEX "audit_log_of_subject" ON "audit_log"("subject_type", "subject_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_id_intent_key" ON "refunds"("order_id", "intent");

-- CreateIndex
CREATE INDEX "supplier_calls_newest" ON "supplier_calls"("supplier_id", "started_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "supplier_calls_item_id_action_attempt_key" ON "supplier_calls"("item_id", "action", "attempt");

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_sessions" ADD CONSTRAINT "user_sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "target_counts" ADD CONSTRAINT "target_counts_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "fulfillment_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refills" ADD CONSTRAINT "refills_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "fulfillment_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "support_tickets" ADD CONSTRAINT "support_tickets_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_fkey" FOREIGN KEY ("ticket_id") REFERENCES "support_tickets"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- From here on: what the schema file cannot say.

ALTER TABLE users ADD CONSTRAINT users_email_is_lower CHECK (email = lower(email));
ALTER TABLE disputes ADD CONSTRAINT disputes_amount CHECK (amount_cents > 0);
ALTER TABLE support_tickets
  ADD CONSTRAINT support_tickets_message CHECK (char_length(btrim(message)) BETWEEN 1 AND 10000),
  ADD CONSTRAINT support_tickets_response CHECK ((admin_response IS NULL) = (responded_at IS NULL));
ALTER TABLE ticket_messages ADD CONSTRAINT ticket_messages_body CHECK (char_length(btrim(body)) BETWEEN 1 AND 10000);
ALTER TABLE suppliers
  ADD CONSTRAINT suppliers_pace CHECK (rate_per_second > 0 AND max_concurrent > 0),
  ADD CONSTRAINT suppliers_proof CHECK (
    (proof_mode <> 'request_id' OR proof_field IS NOT NULL) AND (proof_mode <> 'dedupe_window' OR proof_window_seconds > 0));

-- One refill of an item at a time, and none of the supplier's twice.
CREATE UNIQUE INDEX refills_one_an_item ON refills (item_id) WHERE state IN ('requested', 'sending', 'in_progress', 'unknown');
CREATE INDEX refills_to_poll ON refills (next_check_at) WHERE state = 'in_progress';
CREATE INDEX refills_to_send ON refills (created_at) WHERE state = 'requested';

-- Books are only ever added to, and every movement in them adds up to zero when its transaction ends.
CREATE FUNCTION check_movement_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  off_by numeric;
BEGIN
  SELECT sum(amount_micros) INTO off_by FROM ledger_entries WHERE movement = NEW.movement;
  IF off_by <> 0 THEN
    RAISE EXCEPTION 'movement % is off by %', NEW.movement, off_by USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_movement_balance();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- What an entry of the catalogue cost, and since when.
CREATE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (catalog_id, price_cents, original_cents) VALUES (NEW.id, NEW.price_cents, NEW.original_cents);
  RETURN NULL;
END $$;
CREATE TRIGGER packages_first_price AFTER INSERT ON packages FOR EACH ROW EXECUTE FUNCTION keep_price();
CREATE TRIGGER packages_new_price AFTER UPDATE OF price_cents, original_cents ON packages FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.original_cents) IS DISTINCT FROM (NEW.price_cents, NEW.original_cents))
  EXECUTE FUNCTION keep_price();
CREATE TRIGGER add_on_bundles_first_price AFTER INSERT ON add_on_bundles FOR EACH ROW EXECUTE FUNCTION keep_price();
CREATE TRIGGER add_on_bundles_new_price AFTER UPDATE OF price_cents, original_cents ON add_on_bundles FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.original_cents) IS DISTINCT FROM (NEW.price_cents, NEW.original_cents))
  EXECUTE FUNCTION keep_price();

-- The cards' sums: the differences that one statement makes, by the day the orders were placed.
CREATE FUNCTION add_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, count(*), count(*) FILTER (WHERE paid_at IS NOT NULL),
    count(*) FILTER (WHERE status = 'completed'), sum(paid_cents), sum(refunded_cents)
  FROM new_rows GROUP BY 1;
  RETURN NULL;
END $$;
CREATE FUNCTION change_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
  SELECT day, sum(n), sum(paid), sum(completed), sum(paid_cents), sum(refunded_cents) FROM (
    SELECT (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS n, (paid_at IS NOT NULL)::int AS paid,
      (status = 'completed')::int AS completed, paid_cents, refunded_cents FROM new_rows
    UNION ALL
    SELECT (created_at AT TIME ZONE 'UTC')::date, -1, -(paid_at IS NOT NULL)::int, -(status = 'completed')::int,
      -paid_cents, -refunded_cents FROM old_rows
  ) AS difference GROUP BY day
  HAVING sum(n) <> 0 OR sum(paid) <> 0 OR sum(completed) <> 0 OR sum(paid_cents) <> 0 OR sum(refunded_cents) <> 0;
  RETURN NULL;
END $$;
CREATE FUNCTION remove_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
  SELECT (created_at AT TIME ZONE 'UTC')::date, -count(*), -count(*) FILTER (WHERE paid_at IS NOT NULL),
    -count(*) FILTER (WHERE status = 'completed'), -sum(paid_cents), -sum(refunded_cents)
  FROM old_rows GROUP BY 1;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_totals_added AFTER INSERT ON orders REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION add_order_totals();
CREATE TRIGGER orders_totals_changed AFTER UPDATE ON orders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION change_order_totals();
CREATE TRIGGER orders_totals_removed AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION remove_order_totals();

-- What else the public pages show: settings, and the least and most that suppliers take.
CREATE TRIGGER site_settings_changed AFTER INSERT OR UPDATE OR DELETE ON site_settings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER service_mappings_changed AFTER INSERT OR UPDATE OR DELETE ON service_mappings
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER supplier_services_changed AFTER UPDATE OF min_quantity, max_quantity ON supplier_services
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER suppliers_changed AFTER UPDATE OF is_active ON suppliers
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

-- A shop that was open before begins its price history and its sums with what is there.
INSERT INTO price_history (catalog_id, price_cents, original_cents) SELECT id, price_cents, original_cents FROM packages;
INSERT INTO price_history (catalog_id, price_cents, original_cents) SELECT id, price_cents, original_cents FROM add_on_bundles;
INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
SELECT (created_at AT TIME ZONE 'UTC')::date, count(*), count(*) FILTER (WHERE paid_at IS NOT NULL),
  count(*) FILTER (WHERE status = 'completed'), sum(paid_cents), sum(refunded_cents)
FROM orders GROUP BY 1;
