-- Which tickets were filed without a session. Earlier rows, and those of the previous release, say false: they count as a
-- guest's as long as no account has got them.
ALTER TABLE support_tickets ADD COLUMN is_guest BOOLEAN NOT NULL DEFAULT false;
