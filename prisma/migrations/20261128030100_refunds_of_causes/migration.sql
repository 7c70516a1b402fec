-- The refunds that count in administrators' ceilings of a day, also those that follow from their decisions.
DROP INDEX CONCURRENTLY IF EXISTS refunds_by_people;
CREATE INDEX CONCURRENTLY refunds_by_people ON refunds (COALESCE(released_at, created_at))
  WHERE requested_by_id IS NOT NULL OR released_by_id IS NOT NULL OR caused_by_ids <> '{}';
