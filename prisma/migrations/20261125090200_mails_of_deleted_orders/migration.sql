-- Mails of orders that were deleted before orders took theirs along.
-- previous release: it deletes the same rows itself once they are 90 days old, and reads none of them.
DELETE FROM email_log WHERE order_id IS NOT NULL AND state <> 'queued'
  AND NOT EXISTS (SELECT FROM orders WHERE id = email_log.order_id);
