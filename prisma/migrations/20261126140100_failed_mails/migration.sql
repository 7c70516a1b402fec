-- When a mail failed for good, which may be days after it was queued. The previous release leaves it empty.
ALTER TABLE email_log ADD COLUMN failed_at timestamptz(3);
