-- A guest corrects the email address of an order: a link that is about an order, and the address given at checkout.
-- previous release: it finds links by their token or account, so it reads none of the new kind; its own links have an
-- account and no order. The table keeps links for some months only, so it is checked and indexed in a moment.
ALTER TYPE "token_kind" ADD VALUE 'order_email';

ALTER TABLE "email_tokens" ALTER COLUMN "user_id" DROP NOT NULL, ADD COLUMN "order_id" UUID;
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_about_one" CHECK (num_nonnulls("user_id", "order_id") = 1);
CREATE INDEX "email_tokens_of_order" ON "email_tokens"("order_id");

ALTER TABLE "orders" ADD COLUMN "email_at_purchase" TEXT;
