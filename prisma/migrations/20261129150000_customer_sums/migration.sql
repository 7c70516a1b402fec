-- The list of customers sorts by what they are worth, and the search finds any part of an address.
CREATE TABLE "customer_sums" (
    "email" TEXT NOT NULL,
    "user_id" UUID,
    "net_cents" BIGINT NOT NULL,
    "refunded_orders" INTEGER NOT NULL,
    "last_order_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_sums_pkey" PRIMARY KEY ("email")
);

CREATE TABLE "customer_changes" (
    "id" BIGSERIAL NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "customer_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "customer_sums_of_user" ON "customer_sums"("user_id");

-- They hold all that the list filters by, so that looking for a rare part in one of its orders reads the index alone.
CREATE INDEX customer_sums_by_email ON customer_sums (email COLLATE "C") INCLUDE (email, user_id);
CREATE INDEX customer_sums_by_value ON customer_sums (net_cents, email COLLATE "C") INCLUDE (email, user_id);
CREATE INDEX customer_sums_by_refunds ON customer_sums (refunded_orders, email COLLATE "C") INCLUDE (email, user_id);
CREATE INDEX customer_sums_by_last_order ON customer_sums (last_order_at, email COLLATE "C") INCLUDE (email, user_id);

-- Where a host does not have the extension or does not let the shop's role create it, the search reads the whole table
-- of addresses: slower with many customers, with the same results.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX customer_sums_by_part ON customer_sums USING gin (email gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'no index for parts of addresses: %', SQLERRM;
END $$;

-- An account's orders count for the account's address, whatever address they have.
CREATE FUNCTION note_customer_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO customer_changes (email) VALUES (COALESCE((SELECT email FROM users WHERE id = OLD.user_id), OLD.email));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customer_changes (email) VALUES (COALESCE((SELECT email FROM users WHERE id = NEW.user_id), NEW.email));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_change_customers AFTER INSERT OR DELETE ON orders
  FOR EACH ROW EXECUTE FUNCTION note_customer_of_order();
CREATE TRIGGER orders_change_customers_sums
  AFTER UPDATE OF user_id, email, paid_cents, refunded_cents, bank_returned_cents ON orders FOR EACH ROW
  WHEN ((OLD.user_id, OLD.email, OLD.paid_cents, OLD.refunded_cents, OLD.bank_returned_cents)
    IS DISTINCT FROM (NEW.user_id, NEW.email, NEW.paid_cents, NEW.refunded_cents, NEW.bank_returned_cents))
  EXECUTE FUNCTION note_customer_of_order();

CREATE FUNCTION note_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO customer_changes (email) VALUES (OLD.email);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO customer_changes (email) VALUES (NEW.email);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_change_customers AFTER INSERT OR DELETE OR UPDATE OF email, anonymized_at ON users
  FOR EACH ROW EXECUTE FUNCTION note_customer();
CREATE TRIGGER tickets_change_customers AFTER INSERT OR DELETE OR UPDATE OF email, user_id ON support_tickets
  FOR EACH ROW EXECUTE FUNCTION note_customer();
