-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "platform" AS ENUM ('instagram', 'tiktok');

-- CreateEnum
CREATE TYPE "service_type" AS ENUM ('followers', 'likes', 'views');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('pending', 'processing', 'completed', 'failed', 'expired', 'partial');

-- CreateEnum
CREATE TYPE "payment_status" AS ENUM ('unpaid', 'paid', 'partially_refunded', 'refunded', 'disputed');

-- CreateEnum
CREATE TYPE "order_line_kind" AS ENUM ('package', 'add_on');

-- CreateEnum
CREATE TYPE "attempt_status" AS ENUM ('creating', 'open', 'paid', 'expired', 'failed', 'surplus');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('requested', 'pending', 'succeeded', 'failed');

-- CreateEnum
CREATE TYPE "item_state" AS ENUM ('waiting', 'ready', 'submitting', 'submitted', 'in_progress', 'completed', 'partial', 'canceled', 'rejected', 'unknown', 'paused');

-- CreateEnum
CREATE TYPE "supplier_kind" AS ENUM ('panel_v2', 'manual');

-- CreateEnum
CREATE TYPE "mail_state" AS ENUM ('queued', 'sent', 'failed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "password_hash" TEXT,
    "session_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "user_roles" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'user',

    CONSTRAINT "user_roles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "packages" (
    "id" TEXT NOT NULL,
    "service" "service_type" NOT NULL,
    "platforms" "platform"[],
    "quantity" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "original_cents" INTEGER NOT NULL,
    "is_popular" BOOLEAN NOT NULL DEFAULT false,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL,

    CONSTRAINT "packages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "add_on_bundles" (
    "id" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "service" "service_type" NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_cents" INTEGER NOT NULL,
    "original_cents" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL,

    CONSTRAINT "add_on_bundles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "smm_services" (
    "id" INTEGER NOT NULL,
    "platform" "platform" NOT NULL,
    "service_type" "service_type" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "price_per_1000_cents" INTEGER NOT NULL,
    "min_quantity" INTEGER NOT NULL,
    "max_quantity" INTEGER NOT NULL,
    "delivery_time" TEXT NOT NULL,

    CONSTRAINT "smm_services_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "user_id" UUID,
    "email" TEXT NOT NULL,
    "platform" "platform" NOT NULL,
    "service_type" "service_type" NOT NULL,
    "surface" TEXT NOT NULL,
    "package_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "price_total_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL DEFAULT 'usd',
    "status" "order_status" NOT NULL DEFAULT 'pending',
    "payment_status" "payment_status" NOT NULL DEFAULT 'unpaid',
    "paid_cents" INTEGER NOT NULL DEFAULT 0,
    "refunded_cents" INTEGER NOT NULL DEFAULT 0,
    "username" TEXT NOT NULL,
    "profile" JSONB NOT NULL,
    "post_url" TEXT NOT NULL,
    "selected_posts" JSONB NOT NULL DEFAULT '[]',
    "provider_order_id" TEXT,
    "request_key" TEXT,
    "request_hash" TEXT,
    "guest_key_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "paid_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_lines" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "order_line_kind" NOT NULL,
    "catalog_id" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "count" INTEGER NOT NULL,
    "unit_cents" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,

    CONSTRAINT "order_lines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_events" (
    "id" BIGSERIAL NOT NULL,
    "order_id" UUID NOT NULL,
    "item_id" UUID,
    "type" TEXT NOT NULL,
    "from" TEXT,
    "to" TEXT,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "order_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_attempts" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "params" JSONB NOT NULL,
    "status" "attempt_status" NOT NULL DEFAULT 'creating',
    "stripe_session_id" TEXT,
    "payment_intent_id" TEXT,
    "url" TEXT,
    "amount_cents" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "paid_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "attempt_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "refund_status" NOT NULL DEFAULT 'requested',
    "stripe_refund_id" TEXT,
    "failure" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "stripe_events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outcome" TEXT NOT NULL,

    CONSTRAINT "stripe_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fulfillment_items" (
    "id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "platform" "platform" NOT NULL,
    "service_type" "service_type" NOT NULL,
    "link" TEXT NOT NULL,
    "target_key" TEXT NOT NULL,
    "post_id" TEXT,
    "quantity" INTEGER NOT NULL,
    "state" "item_state" NOT NULL DEFAULT 'waiting',
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "claim_token" UUID,
    "claimed_at" TIMESTAMPTZ(3),
    "not_before" TIMESTAMPTZ(3),
    "supplier_id" UUID,
    "supplier_service_id" UUID,
    "provider_order_id" TEXT,
    "provider_status" TEXT,
    "start_count" INTEGER,
    "remains" INTEGER,
    "charge" DECIMAL(18,7),
    "charge_currency" TEXT,
    "reason" TEXT,
    "review_since" TIMESTAMPTZ(3),
    "last_checked_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fulfillment_items_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_calls" (
    "id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "action" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "outcome" TEXT,
    "reason" TEXT,
    "http_status" INTEGER,
    "answer" TEXT,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "supplier_calls_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "order_fulfillment" (
    "order_id" UUID NOT NULL,
    "delivery_progress" INTEGER NOT NULL DEFAULT 0,
    "delivered" INTEGER NOT NULL DEFAULT 0,
    "remains" INTEGER NOT NULL,
    "last_checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "order_fulfillment_pkey" PRIMARY KEY ("order_id")
);

-- CreateTable
CREATE TABLE "suppliers" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "supplier_kind" NOT NULL DEFAULT 'panel_v2',
    "api_url" TEXT,
    "api_key_sealed" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "hold_until" TIMESTAMPTZ(3),
    "hold_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "suppliers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "supplier_services" (
    "id" UUID NOT NULL,
    "supplier_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL DEFAULT 'Default',
    "category" TEXT NOT NULL DEFAULT '',
    "rate_per_1000" DECIMAL(18,7) NOT NULL,
    "min_quantity" INTEGER NOT NULL,
    "max_quantity" INTEGER NOT NULL,
    "can_refill" BOOLEAN NOT NULL DEFAULT false,
    "can_cancel" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "supplier_services_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "service_mappings" (
    "id" UUID NOT NULL,
    "smm_service_id" INTEGER NOT NULL,
    "supplier_service_id" UUID NOT NULL,
    "preference" INTEGER NOT NULL,
    "is_active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "service_mappings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "email_log" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "order_id" UUID,
    "recipient" TEXT NOT NULL,
    "props" JSONB NOT NULL,
    "state" "mail_state" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "resend_id" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "site_settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "site_settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "social_cache" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "fresh_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "social_cache_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "user_roles_user_id_role_key" ON "user_roles"("user_id", "role");

-- CreateIndex
CREATE UNIQUE INDEX "add_on_bundles_surface_service_quantity_key" ON "add_on_bundles"("surface", "service", "quantity");

-- CreateIndex
CREATE UNIQUE INDEX "smm_services_platform_service_type_key" ON "smm_services"("platform", "service_type");

-- CreateIndex
CREATE UNIQUE INDEX "orders_token_key" ON "orders"("token");

-- CreateIndex
CREATE UNIQUE INDEX "orders_request_key_key" ON "orders"("request_key");

-- CreateIndex
CREATE INDEX "orders_of_user" ON "orders"("user_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_of_email" ON "orders"("email");

-- CreateIndex
CREATE INDEX "orders_by_status" ON "orders"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_newest" ON "orders"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "order_lines_order_id_position_key" ON "order_lines"("order_id", "position");

-- CreateIndex
CREATE INDEX "order_events_of_order" ON "order_events"("order_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_stripe_session_id_key" ON "payment_attempts"("stripe_session_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_payment_intent_id_key" ON "payment_attempts"("payment_intent_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_attempts_order_id_number_key" ON "payment_attempts"("order_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_stripe_refund_id_key" ON "refunds"("stripe_refund_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_order_id_number_key" ON "refunds"("order_id", "number");

-- CreateIndex
CREATE INDEX "stripe_events_newest" ON "stripe_events"("received_at" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_items_order_id_position_key" ON "fulfillment_items"("order_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "fulfillment_items_supplier_id_provider_order_id_key" ON "fulfillment_items"("supplier_id", "provider_order_id");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_calls_item_id_attempt_key" ON "supplier_calls"("item_id", "attempt");

-- CreateIndex
CREATE UNIQUE INDEX "suppliers_name_key" ON "suppliers"("name");

-- CreateIndex
CREATE UNIQUE INDEX "supplier_services_supplier_id_external_id_key" ON "supplier_services"("supplier_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "service_mappings_smm_service_id_supplier_service_id_key" ON "service_mappings"("smm_service_id", "supplier_service_id");

-- CreateIndex
CREATE UNIQUE INDEX "email_log_key_key" ON "email_log"("key");

-- CreateIndex
CREATE INDEX "email_log_of_order" ON "email_log"("order_id");

-- CreateIndex
CREATE INDEX "social_cache_oldest" ON "social_cache"("fetched_at");

-- CreateIndex
CREATE INDEX "rate_limits_expire" ON "rate_limits"("expire");

-- AddForeignKey
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_attempt_id_fkey" FOREIGN KEY ("attempt_id") REFERENCES "payment_attempts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_supplier_service_id_fkey" FOREIGN KEY ("supplier_service_id") REFERENCES "supplier_services"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_calls" ADD CONSTRAINT "supplier_calls_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "fulfillment_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_calls" ADD CONSTRAINT "supplier_calls_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "order_fulfillment" ADD CONSTRAINT "order_fulfillment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "supplier_services" ADD CONSTRAINT "supplier_services_supplier_id_fkey" FOREIGN KEY ("supplier_id") REFERENCES "suppliers"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_mappings" ADD CONSTRAINT "service_mappings_smm_service_id_fkey" FOREIGN KEY ("smm_service_id") REFERENCES "smm_services"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "service_mappings" ADD CONSTRAINT "service_mappings_supplier_service_id_fkey" FOREIGN KEY ("supplier_service_id") REFERENCES "supplier_services"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- From here on: what the schema file cannot say.

-- Money and quantities
ALTER TABLE packages
  ADD CONSTRAINT packages_amounts CHECK (quantity > 0 AND price_cents > 0 AND original_cents >= price_cents);
ALTER TABLE add_on_bundles
  ADD CONSTRAINT add_on_bundles_amounts CHECK (quantity > 0 AND price_cents > 0 AND original_cents >= price_cents),
  ADD CONSTRAINT add_on_bundles_surface CHECK (surface IN ('checkout', 'post-selection', 'reel-selection'));
ALTER TABLE orders
  ADD CONSTRAINT orders_amounts CHECK (quantity > 0 AND price_total_cents > 0 AND paid_cents >= 0),
  ADD CONSTRAINT orders_refunds CHECK (refunded_cents >= 0 AND refunded_cents <= paid_cents),
  ADD CONSTRAINT orders_surface CHECK (surface IN ('checkout', 'post-selection', 'reel-selection')),
  ADD CONSTRAINT orders_token CHECK (char_length(token) >= 22);
ALTER TABLE order_lines
  ADD CONSTRAINT order_lines_amounts CHECK (quantity > 0 AND count > 0 AND unit_cents > 0 AND amount_cents = unit_cents * count);
ALTER TABLE payment_attempts
  ADD CONSTRAINT payment_attempts_amounts CHECK (amount_cents > 0 AND number > 0);
ALTER TABLE refunds
  ADD CONSTRAINT refunds_amounts CHECK (amount_cents > 0 AND number > 0);
ALTER TABLE fulfillment_items
  ADD CONSTRAINT fulfillment_items_quantity CHECK (quantity > 0 AND (remains IS NULL OR remains BETWEEN 0 AND quantity)),
  ADD CONSTRAINT fulfillment_items_claim CHECK (state <> 'submitting' OR (claim_token IS NOT NULL AND claimed_at IS NOT NULL));
ALTER TABLE order_fulfillment
  ADD CONSTRAINT order_fulfillment_progress CHECK (delivery_progress BETWEEN 0 AND 100 AND delivered >= 0 AND remains >= 0);

-- One payment pays an order; a second one is surplus and goes back.
CREATE UNIQUE INDEX payment_attempts_one_paid ON payment_attempts (order_id) WHERE status = 'paid';
-- One item a target is under way; the others wait in line.
CREATE UNIQUE INDEX fulfillment_items_one_a_target ON fulfillment_items (target_key)
  WHERE state IN ('ready', 'submitting', 'submitted', 'in_progress', 'unknown', 'paused');

-- Each index is for one reader.
CREATE INDEX fulfillment_items_in_line ON fulfillment_items (target_key, created_at) WHERE state = 'waiting';
CREATE INDEX fulfillment_items_to_send ON fulfillment_items (not_before) WHERE state = 'ready';
CREATE INDEX fulfillment_items_to_poll ON fulfillment_items (next_check_at) WHERE state IN ('submitted', 'in_progress');
CREATE INDEX fulfillment_items_claimed ON fulfillment_items (claimed_at) WHERE state = 'submitting';
CREATE INDEX fulfillment_items_in_review ON fulfillment_items (review_since, id) WHERE review_since IS NOT NULL;
CREATE INDEX payment_attempts_unsettled ON payment_attempts (expires_at) WHERE status IN ('creating', 'open');
CREATE INDEX refunds_unsettled ON refunds (created_at) WHERE status IN ('requested', 'pending');
CREATE INDEX email_log_unsent ON email_log (created_at) WHERE state = 'queued';

-- A finished order stays as it finished, whoever writes.
CREATE FUNCTION keep_final_order_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is % and cannot become %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER orders_final_status BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status IN ('completed', 'partial', 'failed') AND NEW.status IS DISTINCT FROM OLD.status)
  EXECUTE FUNCTION keep_final_order_status();

-- The timeline is only ever added to.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events FOR EACH ROW
  EXECUTE FUNCTION refuse_change();

-- Live pages listen on this channel; the payload is the order's id. Equal notices of one transaction are sent once.
CREATE FUNCTION notify_order_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('order_changed', NEW.order_id::text);
  RETURN NULL;
END $$;
CREATE FUNCTION notify_order_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('order_changed', NEW.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_changed AFTER UPDATE ON orders FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_order_row_changed();
CREATE TRIGGER order_fulfillment_changed AFTER INSERT OR UPDATE ON order_fulfillment FOR EACH ROW
  EXECUTE FUNCTION notify_order_changed();
CREATE TRIGGER fulfillment_items_changed AFTER UPDATE ON fulfillment_items FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state OR OLD.remains IS DISTINCT FROM NEW.remains)
  EXECUTE FUNCTION notify_order_changed();

-- Pages are made anew when the catalogue changes.
CREATE FUNCTION notify_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER packages_changed AFTER INSERT OR UPDATE OR DELETE ON packages FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER add_on_bundles_changed AFTER INSERT OR UPDATE OR DELETE ON add_on_bundles FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
