-- previous release: it reads and writes the same columns; a supplier without evidence sends its lost calls to an operator.

-- A balance decides nothing any more. Calls from before now were made under other rules, so an operator decides them.
UPDATE suppliers SET evidence_mode = 'none', evidence_since = clock_timestamp() WHERE evidence_mode = 'balance';
UPDATE fulfillment_items SET reason = 'evidence_exhausted'
WHERE state = 'unknown' AND reason IN ('balance_unclear', 'bought_number_unknown');

-- An id is trusted for a day; the column may still hold the window of an earlier mode.
UPDATE suppliers SET evidence_window_seconds = 86400 WHERE evidence_mode = 'request_id';
