-- The velocity rules count an order by the mailbox that was given at checkout too.
DROP INDEX CONCURRENTLY IF EXISTS orders_of_mailbox_at_purchase;
CREATE INDEX CONCURRENTLY orders_of_mailbox_at_purchase ON orders (email_key(email_at_purchase))
  WHERE email_at_purchase IS NOT NULL;
