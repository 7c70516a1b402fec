-- Public pages promise refills only where suppliers offer them: revalidate the pages when that changes too.
DROP TRIGGER supplier_services_changed ON supplier_services;
CREATE TRIGGER supplier_services_changed AFTER UPDATE OF min_quantity, max_quantity, can_refill ON supplier_services
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
