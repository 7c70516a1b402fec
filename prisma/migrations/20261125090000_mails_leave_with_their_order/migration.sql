-- An order that was never paid takes its mails along, so that retention need not look for mails whose order is gone.
CREATE FUNCTION remove_order_mails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM email_log WHERE order_id IN (SELECT id FROM old_rows);
  RETURN NULL;
END $$;
CREATE TRIGGER orders_mails_removed AFTER DELETE ON orders REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION remove_order_mails();
