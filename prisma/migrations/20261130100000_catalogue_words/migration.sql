-- Platforms and services become rows, so that an operator adds one without a release. Beside each column of the enums
-- there is now one of text. This release reads and writes the text alone, 1.0 the enum alone, and the triggers write the
-- other one. As long as the enums' columns refuse an unknown word, no row can have one that 1.0 can't read.
-- previous release: it reads and writes the columns that it knows, which the triggers keep filled.
ALTER TABLE packages ADD COLUMN service_slug text, ADD COLUMN platform_slugs text[];
ALTER TABLE add_on_bundles ADD COLUMN service_slug text;
ALTER TABLE smm_services ADD COLUMN platform_slug text, ADD COLUMN service_slug text;
-- An order keeps what was sold: names, the kind of its targets, and the public counter that it moves.
ALTER TABLE orders ADD COLUMN platform_slug text, ADD COLUMN service_slug text, ADD COLUMN platform_label text,
  ADD COLUMN service_label text, ADD COLUMN unit_one text, ADD COLUMN unit_many text, ADD COLUMN target text,
  ADD COLUMN counter text;
ALTER TABLE fulfillment_items ADD COLUMN platform_slug text, ADD COLUMN service_slug text;
ALTER TABLE deleted_orders ADD COLUMN platform_slug text, ADD COLUMN service_slug text;
ALTER TABLE delivery_forecasts ADD COLUMN platform_slug text, ADD COLUMN service_slug text;

CREATE FUNCTION keep_catalogue_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.platform_slug := COALESCE(NEW.platform_slug, NEW.platform::text);
  NEW.service_slug := COALESCE(NEW.service_slug, NEW.service_type::text);
  NEW.platform := NEW.platform_slug::platform;
  NEW.service_type := NEW.service_slug::service_type;
  RETURN NEW;
END $$;
CREATE TRIGGER smm_services_words BEFORE INSERT ON smm_services FOR EACH ROW EXECUTE FUNCTION keep_catalogue_words();
CREATE TRIGGER orders_words BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION keep_catalogue_words();
CREATE FUNCTION keep_what_was_sold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.platform_label := CASE NEW.platform WHEN 'tiktok' THEN 'TikTok' ELSE 'Instagram' END;
  NEW.service_label := initcap(NEW.service_type::text);
  NEW.unit_one := left(NEW.service_type::text, -1);
  NEW.unit_many := NEW.service_type::text;
  NEW.target := CASE NEW.service_type WHEN 'followers' THEN 'profile' WHEN 'likes' THEN 'post' ELSE 'video' END;
  NEW.counter := NEW.service_type::text;
  RETURN NEW;
END $$;
-- By its name it fires after orders_words.
CREATE TRIGGER orders_words_sold BEFORE INSERT ON orders FOR EACH ROW WHEN (NEW.unit_many IS NULL)
  EXECUTE FUNCTION keep_what_was_sold();
CREATE TRIGGER fulfillment_items_words BEFORE INSERT ON fulfillment_items
  FOR EACH ROW EXECUTE FUNCTION keep_catalogue_words();
CREATE TRIGGER deleted_orders_words BEFORE INSERT ON deleted_orders
  FOR EACH ROW EXECUTE FUNCTION keep_catalogue_words();
CREATE TRIGGER delivery_forecasts_words BEFORE INSERT ON delivery_forecasts
  FOR EACH ROW EXECUTE FUNCTION keep_catalogue_words();

CREATE FUNCTION keep_package_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_slug := COALESCE(NEW.service_slug, NEW.service::text);
  NEW.service := NEW.service_slug::service_type;
  -- Whichever of the two a statement changed is the newer one.
  IF NEW.platform_slugs IS NULL OR (TG_OP = 'UPDATE' AND NEW.platforms IS DISTINCT FROM OLD.platforms) THEN
    NEW.platform_slugs := NEW.platforms::text[];
  END IF;
  NEW.platforms := NEW.platform_slugs::platform[];
  RETURN NEW;
END $$;
CREATE TRIGGER packages_words BEFORE INSERT OR UPDATE ON packages FOR EACH ROW EXECUTE FUNCTION keep_package_words();

CREATE FUNCTION keep_add_on_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.service_slug := COALESCE(NEW.service_slug, NEW.service::text);
  NEW.service := NEW.service_slug::service_type;
  RETURN NEW;
END $$;
CREATE TRIGGER add_on_bundles_words BEFORE INSERT ON add_on_bundles FOR EACH ROW EXECUTE FUNCTION keep_add_on_words();

-- Filling the words of old rows must not make them look changed.
CREATE OR REPLACE FUNCTION date_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('shop.fills_words', true) IS DISTINCT FROM 'on' THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION notify_order_row_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('shop.fills_words', true) IS DISTINCT FROM 'on' THEN
    PERFORM pg_notify('order_changed', NEW.id::text);
  END IF;
  RETURN NULL;
END $$;
