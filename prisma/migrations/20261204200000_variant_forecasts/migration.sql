-- Each quality of a service has its own times. The previous release adds to delivery_forecasts by its key, so the
-- quality can't become a part of that.
CREATE TABLE variant_forecasts (
  platform_slug text NOT NULL,
  service_slug text NOT NULL,
  variant text NOT NULL DEFAULT 'standard',
  size integer NOT NULL,
  within_minutes integer NOT NULL CHECK (within_minutes > 0),
  orders integer NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT variant_forecasts_pkey PRIMARY KEY (platform_slug, service_slug, variant, size)
);
INSERT INTO variant_forecasts (platform_slug, service_slug, size, within_minutes, orders, updated_at)
SELECT platform_slug, service_slug, size, within_minutes, orders, updated_at FROM delivery_forecasts;

CREATE TRIGGER variant_forecasts_changed AFTER INSERT OR DELETE ON variant_forecasts
  FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER variant_forecasts_moved AFTER UPDATE ON variant_forecasts
  FOR EACH ROW WHEN (OLD.within_minutes <> NEW.within_minutes) EXECUTE FUNCTION notify_catalog_changed();
