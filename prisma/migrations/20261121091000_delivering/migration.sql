-- AlterTable
ALTER TABLE "fulfillment_items" ADD COLUMN "resubmitted_at" TIMESTAMPTZ(3);


-- From here on: what the schema file cannot say.

-- Completed items that are looked at again for late changes and drops.
CREATE INDEX fulfillment_items_to_recheck ON fulfillment_items (next_check_at)
  WHERE state = 'completed' AND next_check_at IS NOT NULL;
-- Refill calls that a crash may have left behind.
CREATE INDEX refills_sending ON refills (updated_at) WHERE state = 'sending';
