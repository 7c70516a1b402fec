-- What an order that ended owes for what it did not deliver, and whether a failed refund was paid another way. Orders
-- that ended before, or that release 1.0 ends during the upgrade, get their row from the sweeper's job.
CREATE TABLE owed_amounts (
  order_id uuid PRIMARY KEY REFERENCES orders (id) ON UPDATE CASCADE ON DELETE CASCADE,
  attempt_id uuid NOT NULL REFERENCES payment_attempts (id) ON UPDATE CASCADE ON DELETE CASCADE,
  units integer NOT NULL CHECK (units >= 0),
  cents integer NOT NULL CHECK (cents >= 0),
  refund_id uuid REFERENCES refunds (id) ON UPDATE CASCADE ON DELETE SET NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX owed_amounts_unpaid ON owed_amounts (created_at) WHERE refund_id IS NULL AND cents > 0;

ALTER TABLE refunds
  ADD COLUMN paid_another_way_at timestamptz(3),
  ADD COLUMN paid_another_way_by_id uuid,
  ADD COLUMN paid_another_way_reason text;

-- Until now, an administrator's later refunds of a payment paid its failed ones, the oldest first. A failed refund that
-- they have paid in full by that rule is marked. Every other one stays owed.
-- previous release: failed refunds are few, it never changes them without the order's lock, and it goes on by its rule.
UPDATE refunds SET paid_another_way_at = now(), paid_another_way_reason = 'Later refunds of the payment paid it.'
WHERE status = 'failed' AND id IN (
  SELECT id FROM (
    SELECT id, failed_cents, min(failed_cents - amount_cents + paid_cents) OVER oldest_first AS covered_cents FROM (
      SELECT id, order_id, attempt_id, amount_cents, finished_at,
        sum(amount_cents) OVER oldest_first AS failed_cents, (
          SELECT COALESCE(sum(amount_cents), 0) FROM refunds AS again
          WHERE again.order_id = failed.order_id AND again.attempt_id = failed.attempt_id AND again.id <> failed.id
            AND again.status <> 'dropped' AND again.created_at >= failed.finished_at
            AND (again.reason = 'dashboard'
              OR (again.intent NOT LIKE 'retry:%' AND again.intent NOT LIKE 'decision:%'))
        ) AS paid_cents
      FROM refunds AS failed
      WHERE failed.status = 'failed' AND NOT EXISTS (
        SELECT FROM refunds AS again
        WHERE again.order_id = failed.order_id AND again.status <> 'dropped'
          AND again.intent = 'retry:' || failed.id)
      WINDOW oldest_first AS (PARTITION BY order_id, attempt_id ORDER BY finished_at, id)
    ) AS failed WINDOW oldest_first AS (PARTITION BY order_id, attempt_id ORDER BY finished_at, id)
  ) AS failed WHERE failed_cents <= covered_cents);
