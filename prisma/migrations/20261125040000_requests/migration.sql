-- Requests on the order's page are decided by the shop: the decisions, the promised days of refills, and replacements.
ALTER TABLE "smm_services" ADD COLUMN "refill_days" INTEGER NOT NULL DEFAULT 5;
ALTER TABLE smm_services ADD CONSTRAINT smm_services_refill_days CHECK (refill_days BETWEEN 0 AND 365) NOT VALID;

-- The previous release creates no replacement. While it still runs beside this one it would count one of them in its
-- order's delivery summary; the next change of the order's items puts that right.
ALTER TABLE "fulfillment_items" ADD COLUMN "refill_days" INTEGER, ADD COLUMN "replaces_item_id" UUID;
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_replaces_item_id_fkey" FOREIGN KEY ("replaces_item_id")
  REFERENCES "fulfillment_items"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

CREATE TABLE "request_decisions" (
    "id" UUID NOT NULL,
    "request_id" UUID NOT NULL,
    "order_id" UUID NOT NULL,
    "item_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "units" INTEGER NOT NULL DEFAULT 0,
    "cents" INTEGER NOT NULL DEFAULT 0,
    "facts" JSONB NOT NULL,
    "look_again_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "request_decisions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT request_decisions_amounts CHECK (units >= 0 AND cents >= 0)
);
CREATE INDEX "request_decisions_of_order" ON "request_decisions"("order_id", "created_at");
CREATE INDEX "request_decisions_of_item" ON "request_decisions"("item_id");
CREATE INDEX request_decisions_due ON request_decisions (look_again_at) WHERE look_again_at IS NOT NULL;
-- What replacements have cost in the last day.
CREATE INDEX request_decisions_replaced ON request_decisions (created_at) WHERE outcome = 'replace';
ALTER TABLE "request_decisions" ADD CONSTRAINT "request_decisions_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "request_decisions" ADD CONSTRAINT "request_decisions_item_id_fkey" FOREIGN KEY ("item_id") REFERENCES "fulfillment_items"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A decision is seen on the order's page as it is made.
CREATE TRIGGER request_decisions_changed AFTER INSERT OR UPDATE ON request_decisions FOR EACH ROW
  EXECUTE FUNCTION notify_order_changed();
