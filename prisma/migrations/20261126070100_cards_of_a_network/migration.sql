-- The orders of one network for which a card was tried, which create-order reads before each order.
DROP INDEX CONCURRENTLY IF EXISTS orders_cards_of_network;
CREATE INDEX CONCURRENTLY orders_cards_of_network ON orders (network, last_card_at) WHERE last_card_at IS NOT NULL;
