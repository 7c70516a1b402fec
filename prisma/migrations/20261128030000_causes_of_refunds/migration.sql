-- The administrator whose decision an automatic refund of an item's order follows from.
ALTER TABLE fulfillment_items ADD COLUMN decided_by_id uuid;
-- An automatic refund counts in the ceilings of those whose decisions it follows from.
ALTER TABLE refunds ADD COLUMN caused_by_ids uuid[] NOT NULL DEFAULT '{}';
-- Four eyes: none of them releases it.
ALTER TABLE refunds ADD CONSTRAINT refunds_four_eyes_of_causes CHECK (released_by_id <> ALL (caused_by_ids)) NOT VALID;
