-- Orders that were paid in a period: repeat buyers and the facts.
DROP INDEX CONCURRENTLY IF EXISTS orders_by_payment;
CREATE INDEX CONCURRENTLY orders_by_payment ON orders (paid_at) WHERE paid_at IS NOT NULL;
