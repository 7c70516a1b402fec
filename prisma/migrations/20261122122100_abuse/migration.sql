-- One mailbox is one buyer: what stands behind a +, and dots at Gmail, does not make another one.
CREATE FUNCTION email_key(email text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT CASE WHEN domain IN ('gmail.com', 'googlemail.com') THEN replace(name, '.', '') || '@gmail.com'
    ELSE name || '@' || domain END
  FROM (SELECT split_part(regexp_replace(lower(email), '@[^@]*$', ''), '+', 1) AS name,
    regexp_replace(lower(email), '^.*@', '') AS domain) AS parts
$$;

ALTER TABLE orders ADD COLUMN network text;
CREATE INDEX orders_of_network ON orders (network, created_at) WHERE network IS NOT NULL;
CREATE INDEX orders_of_mailbox ON orders (email_key(email), created_at);

CREATE TYPE block_kind AS ENUM ('email', 'target', 'network', 'card');
CREATE TABLE blocks (
  id uuid NOT NULL PRIMARY KEY,
  kind block_kind NOT NULL,
  value text NOT NULL CHECK (length(value) BETWEEN 1 AND 300),
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX blocks_kind_value_key ON blocks (kind, value);

CREATE TABLE card_attempts (
  charge_id text NOT NULL PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  fingerprint text NOT NULL,
  is_declined boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX card_attempts_of_order ON card_attempts (order_id);
CREATE INDEX card_attempts_of_card ON card_attempts (fingerprint, created_at);
CREATE INDEX card_attempts_oldest ON card_attempts (created_at);

CREATE TABLE early_fraud_warnings (
  id uuid NOT NULL PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  stripe_warning_id text NOT NULL,
  fraud_type text NOT NULL,
  is_actionable boolean NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('refund', 'review')),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE UNIQUE INDEX early_fraud_warnings_stripe_warning_id_key ON early_fraud_warnings (stripe_warning_id);
CREATE INDEX early_fraud_warnings_of_order ON early_fraud_warnings (order_id);
CREATE INDEX orders_networks_kept ON orders (created_at) WHERE network IS NOT NULL;
