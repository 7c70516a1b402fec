-- The orders of one target for which a card was tried, which create-order reads before each order.
DROP INDEX CONCURRENTLY IF EXISTS orders_cards_of_target;
CREATE INDEX CONCURRENTLY orders_cards_of_target ON orders (username COLLATE "C", last_card_at) WHERE last_card_at IS NOT NULL;
