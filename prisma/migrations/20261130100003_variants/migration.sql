-- previous release: it does not know these columns and sells the standard quality only.
ALTER TABLE orders ADD COLUMN variant text NOT NULL DEFAULT 'standard';
ALTER TABLE fulfillment_items ADD COLUMN variant text NOT NULL DEFAULT 'standard';
