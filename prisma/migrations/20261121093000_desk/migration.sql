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
