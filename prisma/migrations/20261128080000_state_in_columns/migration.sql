-- The answer to a cancellation, and since when a refill is waited for, stand in columns instead of being read from the
-- timeline. The previous release leaves them empty; then the supplier is asked once more, and a refill's days count from
-- its creation.
ALTER TABLE fulfillment_items ADD COLUMN cancel_outcome text;
ALTER TABLE refills ADD COLUMN waiting_since timestamptz(3);
ALTER TABLE refills ADD COLUMN version integer NOT NULL DEFAULT 0;

-- Only what is still running is asked about again.
UPDATE fulfillment_items AS item SET cancel_outcome = CASE answer.outcome WHEN 'asked' THEN 'accepted'
  WHEN 'refused' THEN 'rejected' WHEN 'unclear' THEN 'unknown' ELSE answer.outcome END
FROM (
  SELECT DISTINCT ON (event.item_id) event.item_id, event.data ->> 'outcome' AS outcome
  FROM fulfillment_items AS open JOIN order_events AS event ON event.order_id = open.order_id AND event.item_id = open.id
  WHERE open.state IN ('submitted', 'in_progress') AND event.type = 'item.cancel_requested'
  ORDER BY event.item_id, event.id DESC
) AS answer
WHERE item.id = answer.item_id;

UPDATE refills AS refill SET waiting_since = answer.at
FROM (
  SELECT open.id, max(event.created_at) AS at
  FROM refills AS open JOIN fulfillment_items AS item ON item.id = open.item_id
    JOIN order_events AS event ON event.order_id = item.order_id AND event.item_id = item.id
  WHERE open.state IN ('requested', 'sending', 'in_progress', 'unknown') AND event.type IN ('refill.requested', 'refill.sent')
  GROUP BY open.id
) AS answer
WHERE refill.id = answer.id;
