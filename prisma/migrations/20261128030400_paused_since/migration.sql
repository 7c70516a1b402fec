-- Since when nothing is sent to a paused supplier.
ALTER TABLE suppliers ADD COLUMN paused_at timestamptz(3);
