-- A session opens the desk only after the second factor.
ALTER TABLE user_sessions ADD COLUMN second_factor_at TIMESTAMPTZ(3);

-- What the desk's lists and searches read by. Each begins with what is looked for and goes on with the order of the list, so
-- that a page costs the same however many orders there are. Searches for a beginning compare bytes ("C").
CREATE INDEX orders_by_amount ON orders (price_total_cents, created_at, id);
CREATE INDEX orders_by_status_and_amount ON orders (status, price_total_cents, created_at, id);
CREATE INDEX orders_by_email ON orders (email COLLATE "C", created_at DESC, id DESC);
CREATE INDEX orders_by_username ON orders (username COLLATE "C", created_at DESC, id DESC);
CREATE INDEX orders_flagged ON orders (flagged_at, id) WHERE flagged_at IS NOT NULL;
CREATE INDEX fulfillment_items_by_provider_order ON fulfillment_items (provider_order_id) WHERE provider_order_id IS NOT NULL;
CREATE INDEX users_by_email ON users (email COLLATE "C", id);
CREATE INDEX email_log_failed ON email_log (created_at DESC) WHERE state = 'failed';
CREATE INDEX operator_alerts_on ON operator_alerts (first_at) WHERE resolved_at IS NULL;
-- Refunds that wait for an administrator's word: few, and asked for on every page of the desk.
CREATE INDEX refunds_not_sent ON refunds (status, created_at) WHERE stripe_refund_id IS NULL;
