-- Who let a held refund go, and when: it counts in that administrator's ceiling of the day.
ALTER TABLE refunds ADD COLUMN released_by_id uuid, ADD COLUMN released_at timestamptz(3);
-- Four eyes: the one who asked for a refund never releases it.
ALTER TABLE refunds ADD CONSTRAINT refunds_four_eyes CHECK (released_by_id <> requested_by_id) NOT VALID;
