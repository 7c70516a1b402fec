-- A guest's request under the name it has with and without the cookie: two at the same instant are one order.
ALTER TABLE "orders" ADD COLUMN "request_address_key" TEXT;
CREATE UNIQUE INDEX "orders_request_address_key_key" ON "orders"("request_address_key");
