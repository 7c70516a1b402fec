-- A dispute's amount is in its own currency, which may be the card's.
ALTER TABLE disputes ADD COLUMN currency text;
-- What lost disputes took of the payment for good; the rest can be refunded.
ALTER TABLE orders ADD COLUMN bank_returned_cents integer NOT NULL DEFAULT 0;
-- previous release: it neither reads nor writes the new column, and a shop has a handful of lost disputes.
UPDATE orders SET bank_returned_cents = LEAST(paid_cents, lost.cents)
FROM (SELECT order_id, sum(amount_cents) AS cents FROM disputes WHERE status IN ('lost', 'prevented') GROUP BY order_id) AS lost
WHERE lost.order_id = orders.id AND payment_status = 'disputed';
