-- The search of the admin pages finds tickets by the domain of an address.
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_domain;
CREATE INDEX CONCURRENTLY tickets_by_domain
  ON support_tickets (split_part(email, '@', 2) COLLATE "C", created_at DESC, id DESC);
