-- Pages show what leaves the least margin: revalidate them when a supplier's price, its currency or a service's type changes.
DROP TRIGGER supplier_services_changed ON supplier_services;
CREATE TRIGGER supplier_services_changed
  AFTER UPDATE OF min_quantity, max_quantity, can_refill, rate_per_1000, type ON supplier_services
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER suppliers_currency_changed AFTER UPDATE ON suppliers FOR EACH ROW
  WHEN (OLD.balance_currency IS DISTINCT FROM NEW.balance_currency)
  EXECUTE FUNCTION notify_catalog_changed();

-- Whether a platform is sold although nobody can check its accounts; the previous release sells none of these.
ALTER TABLE platforms ADD COLUMN sells_unchecked BOOLEAN NOT NULL DEFAULT false;
