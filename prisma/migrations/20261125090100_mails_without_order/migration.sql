-- Retention deletes mails about no order first, and finds them by this among the many that stay.
DROP INDEX CONCURRENTLY IF EXISTS email_log_without_order;
CREATE INDEX CONCURRENTLY email_log_without_order ON email_log (created_at) WHERE order_id IS NULL;
