-- What lib/worker/retention.ts deletes is found by these, however large the tables are.
CREATE INDEX email_tokens_expiring ON email_tokens (expires_at);
CREATE INDEX email_log_oldest ON email_log (created_at);
CREATE INDEX user_sessions_oldest ON user_sessions (last_seen_at);
CREATE INDEX users_unverified ON users (created_at) WHERE email_verified_at IS NULL AND anonymized_at IS NULL;
CREATE INDEX tickets_of_guests_oldest ON support_tickets (updated_at) WHERE user_id IS NULL;
CREATE INDEX operator_alerts_resolved ON operator_alerts (resolved_at) WHERE resolved_at IS NOT NULL;

-- An order that money was moved for stays, whoever deletes; one that was never paid takes its timeline along.
CREATE FUNCTION keep_paid_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % was paid and cannot be deleted', OLD.id USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER orders_with_money_stay BEFORE DELETE ON orders FOR EACH ROW
  WHEN (OLD.paid_cents > 0 OR OLD.refunded_cents > 0 OR OLD.payment_status <> 'unpaid')
  EXECUTE FUNCTION keep_paid_order();

DROP TRIGGER order_events_append_only ON order_events;
CREATE TRIGGER order_events_append_only BEFORE UPDATE ON order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE FUNCTION keep_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A cascade runs when its order is gone already.
  IF EXISTS (SELECT FROM orders WHERE id = OLD.order_id) THEN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER order_events_stay BEFORE DELETE ON order_events FOR EACH ROW EXECUTE FUNCTION keep_order_event();
