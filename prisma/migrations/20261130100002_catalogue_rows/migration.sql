-- previous release: it does not know these tables, and each of its rows passes the constraints.
CREATE TABLE units (
  slug text PRIMARY KEY,
  one text NOT NULL,
  many text NOT NULL,
  counter text
);
CREATE TABLE platforms (
  slug text PRIMARY KEY,
  label text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'live', 'retired')),
  position integer NOT NULL,
  accent text NOT NULL,
  glyph text NOT NULL,
  hosts text[] NOT NULL,
  adapter text,
  slots jsonb NOT NULL,
  link_forms jsonb NOT NULL,
  texts jsonb NOT NULL
);
CREATE TABLE platform_services (
  platform text NOT NULL REFERENCES platforms (slug),
  slug text NOT NULL,
  label text NOT NULL,
  unit text NOT NULL REFERENCES units (slug),
  target text NOT NULL,
  step integer NOT NULL CHECK (step > 0),
  status text NOT NULL CHECK (status IN ('draft', 'live', 'retired')),
  position integer NOT NULL,
  texts jsonb NOT NULL,
  PRIMARY KEY (platform, slug)
);
CREATE TABLE catalog_versions (
  number integer PRIMARY KEY,
  document jsonb NOT NULL,
  reason text NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz(3) NOT NULL DEFAULT now()
);
-- One row: the document that the next version is made of.
CREATE TABLE catalog_draft (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  document jsonb NOT NULL,
  edits integer NOT NULL DEFAULT 0,
  edited_by text NOT NULL,
  edited_at timestamptz(3) NOT NULL DEFAULT now()
);
CREATE TRIGGER catalog_versions_append_only BEFORE UPDATE OR DELETE ON catalog_versions FOR EACH ROW
  EXECUTE FUNCTION refuse_change();
CREATE TRIGGER platforms_changed AFTER INSERT OR UPDATE OR DELETE ON platforms
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
CREATE TRIGGER platform_services_changed AFTER INSERT OR UPDATE OR DELETE ON platform_services
  FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();

ALTER TABLE smm_services ADD COLUMN variant text NOT NULL DEFAULT 'standard',
  ADD COLUMN variant_label text NOT NULL DEFAULT 'Standard', ADD COLUMN position integer NOT NULL DEFAULT 0;
ALTER TABLE packages ADD COLUMN variant text NOT NULL DEFAULT 'standard';
ALTER TABLE add_on_bundles ADD COLUMN variant text NOT NULL DEFAULT 'standard',
  ADD COLUMN platform_slugs text[] NOT NULL DEFAULT '{instagram,tiktok}';

CREATE UNIQUE INDEX smm_services_variant ON smm_services (platform_slug, service_slug, variant);
CREATE UNIQUE INDEX delivery_forecasts_words ON delivery_forecasts (platform_slug, service_slug, size);
