-- What the facts page says, counted once a day; static pages are made again after each count.
CREATE TABLE facts (
  name text PRIMARY KEY,
  n integer NOT NULL,
  value integer,
  since timestamptz(3) NOT NULL,
  until timestamptz(3) NOT NULL
);
CREATE TRIGGER facts_changed AFTER INSERT OR UPDATE OR DELETE ON facts FOR EACH STATEMENT EXECUTE FUNCTION notify_catalog_changed();
