-- What only suppliers without funds deliver is off sale, so the pages follow when one runs out or has some again.
CREATE TRIGGER suppliers_funds_changed AFTER UPDATE ON suppliers FOR EACH ROW
  WHEN ((OLD.hold_reason IS NOT DISTINCT FROM 'no_funds') <> (NEW.hold_reason IS NOT DISTINCT FROM 'no_funds'))
  EXECUTE FUNCTION notify_catalog_changed();
