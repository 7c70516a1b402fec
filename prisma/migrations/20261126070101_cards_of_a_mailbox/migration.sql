-- The orders of one mailbox for which a card was tried, which create-order reads before each order.
DROP INDEX CONCURRENTLY IF EXISTS orders_cards_of_mailbox;
CREATE INDEX CONCURRENTLY orders_cards_of_mailbox ON orders (email_key(email), last_card_at) WHERE last_card_at IS NOT NULL;
