-- Release 1.0 no longer runs beside the shop: what kept its enums equal to the words goes, and with it the last check
-- that refused a platform which 1.0 does not know.
-- previous release: 1.1 reads and writes the words alone, and every row of it has them.
CREATE OR REPLACE FUNCTION remove_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Sorted, so that workers which delete at the same time can't deadlock.
  INSERT INTO deleted_orders AS deleted (day, platform_slug, service_slug, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, platform_slug, service_slug, count(*)
  FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, platform_slug, service_slug) DO UPDATE SET orders = deleted.orders + EXCLUDED.orders;
  RETURN NULL;
END $$;

ALTER TABLE deleted_orders DROP CONSTRAINT deleted_orders_pkey, ADD PRIMARY KEY (day, platform_slug, service_slug);
ALTER TABLE delivery_forecasts DROP CONSTRAINT delivery_forecasts_pkey;
ALTER TABLE delivery_forecasts ADD PRIMARY KEY USING INDEX delivery_forecasts_words;
ALTER TABLE delivery_forecasts RENAME CONSTRAINT delivery_forecasts_words TO delivery_forecasts_pkey;

DROP TRIGGER smm_services_words ON smm_services;
DROP TRIGGER orders_words ON orders;
DROP TRIGGER orders_words_sold ON orders;
DROP TRIGGER fulfillment_items_words ON fulfillment_items;
DROP TRIGGER deleted_orders_words ON deleted_orders;
DROP TRIGGER delivery_forecasts_words ON delivery_forecasts;
DROP TRIGGER packages_words ON packages;
DROP TRIGGER add_on_bundles_words ON add_on_bundles;
DROP FUNCTION keep_catalogue_words(), keep_what_was_sold(), keep_package_words(), keep_add_on_words();

-- Their indexes and checks go with the columns.
ALTER TABLE packages DROP COLUMN service, DROP COLUMN platforms, ALTER COLUMN service_slug SET NOT NULL,
  ALTER COLUMN platform_slugs SET NOT NULL, ADD CONSTRAINT packages_platforms CHECK (cardinality(platform_slugs) > 0);
ALTER TABLE add_on_bundles DROP COLUMN service, ALTER COLUMN service_slug SET NOT NULL,
  ALTER COLUMN platform_slugs DROP DEFAULT,
  ADD CONSTRAINT add_on_bundles_platforms CHECK (cardinality(platform_slugs) > 0);
ALTER TABLE smm_services DROP COLUMN platform, DROP COLUMN service_type, ALTER COLUMN platform_slug SET NOT NULL,
  ALTER COLUMN service_slug SET NOT NULL;
ALTER TABLE deleted_orders DROP COLUMN platform, DROP COLUMN service_type;
ALTER TABLE delivery_forecasts DROP COLUMN platform, DROP COLUMN service_type;
ALTER TABLE orders DROP COLUMN platform, DROP COLUMN service_type;
ALTER TABLE fulfillment_items DROP COLUMN platform, DROP COLUMN service_type;
DROP TYPE platform, service_type;

-- These are checked by the next migration, while the shop goes on.
ALTER TABLE orders
  ADD CONSTRAINT orders_platform_slug NOT NULL platform_slug NOT VALID,
  ADD CONSTRAINT orders_service_slug NOT NULL service_slug NOT VALID,
  ADD CONSTRAINT orders_platform_label NOT NULL platform_label NOT VALID,
  ADD CONSTRAINT orders_service_label NOT NULL service_label NOT VALID,
  ADD CONSTRAINT orders_unit_one NOT NULL unit_one NOT VALID,
  ADD CONSTRAINT orders_unit_many NOT NULL unit_many NOT VALID,
  ADD CONSTRAINT orders_target NOT NULL target NOT VALID;
ALTER TABLE fulfillment_items
  ADD CONSTRAINT fulfillment_items_platform_slug NOT NULL platform_slug NOT VALID,
  ADD CONSTRAINT fulfillment_items_service_slug NOT NULL service_slug NOT VALID;
ALTER TABLE smm_services ADD CONSTRAINT smm_services_of FOREIGN KEY (platform_slug, service_slug)
  REFERENCES platform_services (platform, slug) NOT VALID;

-- Rows are no longer filled.
CREATE OR REPLACE FUNCTION date_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION notify_order_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('order_changed', NEW.id::text);
  RETURN NULL;
END $$;
