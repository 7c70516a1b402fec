-- The list of customers finds each guest's address with one look into this index.
DROP INDEX CONCURRENTLY IF EXISTS orders_of_guests;
CREATE INDEX CONCURRENTLY orders_of_guests ON orders (email COLLATE "C") WHERE user_id IS NULL;
