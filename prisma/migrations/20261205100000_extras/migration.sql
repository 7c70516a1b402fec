-- An extra: an add-on of another service, which goes to the profile. The previous release would sell it as units of the
-- order's own service, so extras are hidden before going back to it (CHANGELOG.md).
ALTER TABLE add_on_bundles ADD COLUMN extra_service_slug text, ADD COLUMN extra_variant text;
ALTER TABLE add_on_bundles ADD CONSTRAINT add_on_bundles_extra
  CHECK ((extra_service_slug IS NULL) = (extra_variant IS NULL)) NOT VALID;

-- What an order of several services bought of each, with names and price as they were.
ALTER TABLE orders ADD COLUMN parts jsonb NOT NULL DEFAULT '[]';
