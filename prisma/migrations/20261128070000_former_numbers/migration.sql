-- A supplier's order number names an item while the item is at that account. Panels repeat the numbers of ended orders
-- after a move or a reset, and another account has other orders under the same numbers.
-- previous release: it leaves these columns empty, and its statements fire the trigger like those of this release.
ALTER TABLE fulfillment_items ADD COLUMN former_order_number text;
CREATE INDEX fulfillment_items_by_former_number ON fulfillment_items (former_order_number)
  WHERE former_order_number IS NOT NULL;

-- Whoever writes a number: the ended items that had it at this supplier keep it only as their former one, and nothing is
-- asked about them any more.
CREATE FUNCTION release_ended_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE fulfillment_items SET former_order_number = provider_order_id, provider_order_id = NULL
  WHERE provider_order_id = NEW.provider_order_id AND supplier_id = NEW.supplier_id AND id <> NEW.id
    AND state IN ('completed', 'partial', 'canceled');
  RETURN NULL;
END $$;
CREATE TRIGGER fulfillment_items_numbered AFTER UPDATE OF provider_order_id ON fulfillment_items FOR EACH ROW
  WHEN (NEW.provider_order_id IS NOT NULL AND NEW.provider_order_id IS DISTINCT FROM OLD.provider_order_id
    AND NEW.state NOT IN ('completed', 'partial', 'canceled'))
  EXECUTE FUNCTION release_ended_numbers();

-- An operator may end an item whose call was lost with the units that arrived.
CREATE OR REPLACE FUNCTION item_may_become(item_state, item_state) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT $2::text = ANY (string_to_array(CASE $1::text
    WHEN 'waiting' THEN 'ready paused canceled rejected'
    WHEN 'ready' THEN 'submitting submitted paused canceled unknown'
    WHEN 'submitting' THEN 'submitted ready rejected unknown'
    WHEN 'submitted' THEN 'in_progress completed partial canceled'
    WHEN 'in_progress' THEN 'completed partial canceled'
    WHEN 'unknown' THEN 'submitted ready completed partial canceled'
    WHEN 'rejected' THEN 'waiting canceled'
    WHEN 'paused' THEN 'waiting ready canceled unknown'
    ELSE '' END, ' '))
$$;
