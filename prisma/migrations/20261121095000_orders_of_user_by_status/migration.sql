-- For a customer's dashboard: its lists by status, paged by key, and its counters, which read this index alone.
CREATE INDEX "orders_of_user_by_status" ON "orders"("user_id", "status", "created_at" DESC, "id" DESC);
