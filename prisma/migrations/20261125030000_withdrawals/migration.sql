-- Statements of withdrawal from a contract (Directive 2011/83, Art. 11a), also those that name no order of ours.
CREATE TABLE withdrawals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  order_id uuid REFERENCES orders (id) ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  order_number text NOT NULL,
  is_mailed boolean NOT NULL,
  stated_at timestamptz(3) NOT NULL DEFAULT now(),
  decided_at timestamptz(3),
  outcome text,
  delivered int,
  open_units int,
  back_cents int,
  CHECK ((decided_at IS NULL) = (outcome IS NULL)),
  CHECK (outcome = 'unmatched' OR outcome IS NULL OR order_id IS NOT NULL)
);

-- The same statement twice is one. Erased statements have no name.
CREATE UNIQUE INDEX withdrawals_once ON withdrawals (email, order_number) WHERE name <> '';
CREATE INDEX withdrawals_of_order ON withdrawals (order_id);
CREATE INDEX withdrawals_undecided ON withdrawals (stated_at) WHERE decided_at IS NULL;

-- Since when nothing more of the order is sent, and no payment for it is kept.
ALTER TABLE orders ADD COLUMN withdrawn_at timestamptz(3);
