-- The published version of the catalogue that an order was sold from; null for orders of earlier releases.
ALTER TABLE orders ADD COLUMN catalog_version integer;
