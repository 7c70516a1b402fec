-- An open inquiry leaves the payment ours, so that a refund can prevent the dispute. Earlier releases took it for a
-- dispute, and Stripe may send no event about it before the answer is due.
-- previous release: a handful of rows; it refunds such an order like any other, and its block stays.
UPDATE orders SET payment_status = (CASE
    WHEN paid_cents = 0 THEN 'unpaid'
    WHEN refunded_cents >= paid_cents THEN 'refunded'
    WHEN refunded_cents > 0 THEN 'partially_refunded'
    ELSE 'paid' END)::payment_status, updated_at = now()
WHERE payment_status = 'disputed'
  AND EXISTS (SELECT FROM disputes WHERE order_id = orders.id AND status LIKE 'warning\_%' AND closed_at IS NULL)
  AND NOT EXISTS (SELECT FROM disputes WHERE order_id = orders.id
    AND (status IN ('lost', 'prevented') OR (closed_at IS NULL AND status NOT LIKE 'warning\_%')));
