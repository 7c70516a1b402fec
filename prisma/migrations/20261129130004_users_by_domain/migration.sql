-- The search of the admin pages finds accounts by the domain of their address.
DROP INDEX CONCURRENTLY IF EXISTS users_by_domain;
CREATE INDEX CONCURRENTLY users_by_domain
  ON users (split_part(email, '@', 2) COLLATE "C", id);
