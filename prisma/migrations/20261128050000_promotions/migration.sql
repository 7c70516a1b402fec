-- Only a quarantine that began because a standby took over ends by itself, and nothing is held then if the primary's
-- commits had waited for a standby. The previous release leaves both columns alone, so its quarantines wait for an operator.
ALTER TABLE shop_state ADD COLUMN is_promotion boolean NOT NULL DEFAULT false;
ALTER TABLE database_marks ADD COLUMN waits_for_standby boolean NOT NULL DEFAULT false;
