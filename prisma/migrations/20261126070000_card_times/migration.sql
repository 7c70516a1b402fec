-- When a card was last tried for an order. The velocity rules forget the cards of the day before the upgrade.
ALTER TABLE orders ADD COLUMN last_card_at timestamptz(3);
