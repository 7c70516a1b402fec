-- The legal texts that administrators publish. A version never changes: orders have accepted it.
CREATE TYPE legal_kind AS ENUM ('terms', 'privacy', 'refunds', 'imprint');
CREATE TABLE legal_texts (
  kind legal_kind NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  lead text NOT NULL,
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 60000),
  reason text NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY (kind, version)
);
CREATE TRIGGER legal_texts_append_only BEFORE UPDATE OR DELETE ON legal_texts FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
-- Prerendered pages show the texts and send their versions with an order.
CREATE TRIGGER legal_texts_changed AFTER INSERT ON legal_texts FOR EACH STATEMENT
  EXECUTE FUNCTION notify_catalog_changed();

-- What the buyer agreed to before paying. After the payment it is evidence.
ALTER TABLE orders ADD COLUMN acceptance jsonb;
CREATE FUNCTION keep_acceptance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the acceptance of a paid order does not change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER orders_keep_acceptance BEFORE UPDATE OF acceptance ON orders FOR EACH ROW
  WHEN (OLD.paid_at IS NOT NULL AND NEW.acceptance IS DISTINCT FROM OLD.acceptance)
  EXECUTE FUNCTION keep_acceptance();
