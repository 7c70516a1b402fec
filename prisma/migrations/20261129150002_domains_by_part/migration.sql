-- The search finds a domain like any other part of an address.
-- previous release: it has none of these indexes.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_domain;
DROP INDEX CONCURRENTLY IF EXISTS tickets_by_domain;
DROP INDEX CONCURRENTLY IF EXISTS users_by_domain;
