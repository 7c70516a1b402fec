-- The rows of Stripe's balance, with which the ledger is compared. The previous release does not write them; the first
-- comparison fetches those of the last days.
CREATE TABLE stripe_balance_rows (
  id text PRIMARY KEY,
  kind text NOT NULL,
  subject text NOT NULL,
  intent text,
  order_id uuid,
  amount_cents integer NOT NULL,
  fee_cents integer NOT NULL,
  currency text NOT NULL,
  created_at timestamptz(3) NOT NULL
);
CREATE INDEX stripe_balance_rows_of_subject ON stripe_balance_rows (subject);
CREATE INDEX stripe_balance_rows_of_intent ON stripe_balance_rows (intent);
CREATE INDEX stripe_balance_rows_newest ON stripe_balance_rows (created_at);
