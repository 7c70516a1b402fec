-- The search of the admin pages finds tickets by the beginning of an address.
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_email;
CREATE INDEX CONCURRENTLY tickets_by_email
  ON support_tickets (email COLLATE "C", created_at DESC, id DESC);
