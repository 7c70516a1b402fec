-- By how many milliseconds a worker's own clock is ahead of the database's; a worker of the version before says nothing.
ALTER TABLE "worker_heartbeats" ADD COLUMN "clock_offset_ms" BIGINT NOT NULL DEFAULT 0;

-- Rows are dated by the database, whatever the clock of the process that writes them: Prisma's own now() and
-- @updatedAt would be that clock.
ALTER TABLE "orders" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "reconcile_cursors" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "fulfillment_items" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "refills" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "support_tickets" ALTER COLUMN "updated_at" SET DEFAULT CURRENT_TIMESTAMP;

CREATE FUNCTION date_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := now();
  RETURN NEW;
END $$;

-- A statement that dates its rows by itself pays nothing, and one that changes nothing tells nobody.
CREATE TRIGGER orders_dated BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION date_update();
CREATE TRIGGER reconcile_cursors_dated BEFORE UPDATE ON reconcile_cursors FOR EACH ROW
  WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION date_update();
CREATE TRIGGER fulfillment_items_dated BEFORE UPDATE ON fulfillment_items FOR EACH ROW
  WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION date_update();
CREATE TRIGGER refills_dated BEFORE UPDATE ON refills FOR EACH ROW
  WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION date_update();
CREATE TRIGGER support_tickets_dated BEFORE UPDATE ON support_tickets FOR EACH ROW
  WHEN (NEW.* IS DISTINCT FROM OLD.* AND NEW.updated_at IS NOT DISTINCT FROM OLD.updated_at) EXECUTE FUNCTION date_update();
