-- An item changes only as lib/delivery/item-status.ts allows, whichever statement writes; a test compares the two.
CREATE FUNCTION item_may_become(item_state, item_state) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT $2::text = ANY (string_to_array(CASE $1::text
    WHEN 'waiting' THEN 'ready paused canceled rejected'
    WHEN 'ready' THEN 'submitting submitted paused canceled unknown'
    WHEN 'submitting' THEN 'submitted ready rejected unknown'
    WHEN 'submitted' THEN 'in_progress completed partial canceled'
    WHEN 'in_progress' THEN 'completed partial canceled'
    WHEN 'unknown' THEN 'submitted ready canceled'
    WHEN 'rejected' THEN 'waiting canceled'
    WHEN 'paused' THEN 'waiting ready canceled unknown'
    ELSE '' END, ' '))
$$;
CREATE FUNCTION refuse_item_transition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'item % is % and cannot become %', OLD.id, OLD.state, NEW.state USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER fulfillment_items_transitions BEFORE UPDATE OF state ON fulfillment_items FOR EACH ROW
  WHEN (NEW.state IS DISTINCT FROM OLD.state AND NOT item_may_become(OLD.state, NEW.state))
  EXECUTE FUNCTION refuse_item_transition();
