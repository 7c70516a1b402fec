-- A price that was struck through must have been asked, so the history says whether the entry was on sale, and gets a row
-- when that changes. The time is that of the change itself: a transaction that waited for the row began earlier.
ALTER TABLE price_history ADD COLUMN is_on_sale BOOLEAN NOT NULL DEFAULT true;
CREATE OR REPLACE FUNCTION keep_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO price_history (catalog_id, price_cents, original_cents, is_on_sale, since)
  VALUES (NEW.id, NEW.price_cents, NEW.original_cents, NEW.is_active, clock_timestamp());
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER packages_new_price AFTER UPDATE OF price_cents, original_cents, is_active ON packages FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.original_cents, OLD.is_active)
    IS DISTINCT FROM (NEW.price_cents, NEW.original_cents, NEW.is_active))
  EXECUTE FUNCTION keep_price();
CREATE OR REPLACE TRIGGER add_on_bundles_new_price AFTER UPDATE OF price_cents, original_cents, is_active ON add_on_bundles FOR EACH ROW
  WHEN ((OLD.price_cents, OLD.original_cents, OLD.is_active)
    IS DISTINCT FROM (NEW.price_cents, NEW.original_cents, NEW.is_active))
  EXECUTE FUNCTION keep_price();
