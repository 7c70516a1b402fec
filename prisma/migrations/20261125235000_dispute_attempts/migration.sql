-- Which payment a dispute is about: one that was sent back may be disputed too, and is not the order's. NULL, of disputes
-- before this column, counts as the order's.
ALTER TABLE disputes ADD COLUMN attempt_id uuid;
