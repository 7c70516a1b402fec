-- A refill's progress is seen on the order's page as it happens.
CREATE FUNCTION notify_refill_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('order_changed', (SELECT order_id::text FROM fulfillment_items WHERE id = NEW.item_id));
  RETURN NULL;
END $$;
CREATE TRIGGER refills_changed AFTER INSERT OR UPDATE OF state ON refills FOR EACH ROW
  EXECUTE FUNCTION notify_refill_changed();
