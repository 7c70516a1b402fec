-- The field's words for tables, columns and stored values. No rule changes.
ALTER TYPE attempt_status RENAME VALUE 'surplus' TO 'duplicate';
ALTER TYPE proof_mode RENAME TO evidence_mode;
ALTER TABLE suppliers RENAME COLUMN proof_mode TO evidence_mode;
ALTER TABLE suppliers RENAME COLUMN proof_field TO evidence_field;
ALTER TABLE suppliers RENAME COLUMN proof_window_seconds TO evidence_window_seconds;

ALTER TABLE fulfillment_items RENAME COLUMN claim_token TO lease_token;
ALTER TABLE fulfillment_items RENAME COLUMN claimed_at TO leased_at;
ALTER TABLE fulfillment_items RENAME CONSTRAINT fulfillment_items_claim TO fulfillment_items_lease;
ALTER INDEX fulfillment_items_claimed RENAME TO fulfillment_items_leased;
ALTER TABLE refills RENAME COLUMN claim_token TO lease_token;
ALTER TABLE refunds RENAME COLUMN settled_at TO finished_at;

ALTER TABLE reconcile_findings RENAME TO discrepancies;
ALTER TABLE discrepancies RENAME COLUMN sentence TO message;
ALTER TABLE discrepancies RENAME CONSTRAINT reconcile_findings_pkey TO discrepancies_pkey;
ALTER INDEX reconcile_findings_key_key RENAME TO discrepancies_key_key;
ALTER TABLE operator_alerts RENAME COLUMN sentence TO message;

UPDATE fulfillment_items SET reason = CASE reason
  WHEN 'proof_exhausted' THEN 'evidence_exhausted' WHEN 'target_not_mended' THEN 'target_not_fixed'
  WHEN 'claim_failed' THEN 'lease_failed' WHEN 'canceled_by_hand' THEN 'canceled_manually'
  WHEN 'by_hand' THEN 'manual' END
WHERE reason IN ('proof_exhausted', 'target_not_mended', 'claim_failed', 'canceled_by_hand', 'by_hand');
UPDATE discrepancies SET kind = 'ledger', key = replace(key, 'books:', 'ledger:') WHERE kind = 'books';
UPDATE reconcile_cursors SET name = 'ledger' WHERE name = 'books';
UPDATE orders SET flag_reason = 'refunded_in_progress' WHERE flag_reason = 'refunded_under_way';
UPDATE email_log SET kind = 'orders-linked' WHERE kind = 'orders-claimed';
UPDATE set_aside_entries SET batch = 'leases' WHERE batch = 'claims';
UPDATE set_aside_entries SET batch = 'unfunded' WHERE batch = 'refunded';

ALTER TABLE order_events DISABLE TRIGGER order_events_append_only;
UPDATE order_events SET type = CASE type
  WHEN 'item.started_by_hand' THEN 'item.started_manually' WHEN 'item.completed_by_hand' THEN 'item.completed_manually'
  WHEN 'payment.surplus' THEN 'payment.duplicate' WHEN 'order.refunded_under_way' THEN 'order.refunded_in_progress' END
WHERE type IN ('item.started_by_hand', 'item.completed_by_hand', 'payment.surplus', 'order.refunded_under_way');
ALTER TABLE order_events ENABLE TRIGGER order_events_append_only;
