-- Reviews: one an order, written through the link of the order.
CREATE TABLE reviews (
  order_id uuid PRIMARY KEY REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  stars integer NOT NULL CHECK (stars BETWEEN 1 AND 5),
  body text CHECK (length(body) <= 1000),
  name text CHECK (length(name) <= 40),
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  edited_at timestamptz(3),
  removed_at timestamptz(3),
  hidden_at timestamptz(3),
  hidden_reason text CHECK (hidden_reason IN ('illegal', 'personal_data', 'abuse', 'spam')),
  is_on_pages boolean NOT NULL DEFAULT false,
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CHECK (removed_at IS NULL OR (body IS NULL AND name IS NULL))
);
-- An erased review leaves the pages at once; written and changed ones are told by a job, at most once a minute.
CREATE TRIGGER reviews_deleted AFTER DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION notify_catalog_changed();
-- The lists, the newest first.
CREATE INDEX reviews_newest ON reviews (created_at DESC, order_id DESC);
-- Those that the pages do not show yet.
CREATE INDEX reviews_not_on_pages ON reviews (order_id) WHERE NOT is_on_pages;
