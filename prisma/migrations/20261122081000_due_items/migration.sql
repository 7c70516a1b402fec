-- What is due in one order, so that a claim finds the next items by the index alone however many there are.
DROP INDEX fulfillment_items_to_send;
CREATE INDEX fulfillment_items_due ON fulfillment_items (COALESCE(not_before, '-infinity')) WHERE state = 'ready';
