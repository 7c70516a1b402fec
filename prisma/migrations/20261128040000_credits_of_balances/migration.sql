-- How far a supplier's balance has risen since the last comparison of its spending: a top-up hides what was bought beside
-- it. The previous release leaves the sum at zero.
ALTER TABLE suppliers ADD COLUMN credited numeric(18, 7) NOT NULL DEFAULT 0;
