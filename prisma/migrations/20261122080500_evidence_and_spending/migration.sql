-- What an account has paid since the last comparison with our orders, and since when a supplier is as it is.
ALTER TABLE suppliers ADD COLUMN spent numeric(18, 7) NOT NULL DEFAULT 0,
  ADD COLUMN spent_since timestamptz(3),
  ADD COLUMN evidence_since timestamptz(3);
