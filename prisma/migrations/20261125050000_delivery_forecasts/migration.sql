-- How long most orders of a kind and size take, from this shop's own deliveries.
CREATE TABLE delivery_forecasts (
  platform platform NOT NULL,
  service_type service_type NOT NULL,
  size integer NOT NULL,
  within_minutes integer NOT NULL CHECK (within_minutes > 0),
  orders integer NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT delivery_forecasts_pkey PRIMARY KEY (platform, service_type, size)
);
-- Prerendered pages show the time: they are made again only when one changes.
CREATE TRIGGER delivery_forecasts_changed AFTER INSERT OR DELETE ON delivery_forecasts
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER delivery_forecasts_moved AFTER UPDATE ON delivery_forecasts
  FOR EACH ROW WHEN (OLD.within_minutes <> NEW.within_minutes) EXECUTE FUNCTION notify_catalog_changed();
