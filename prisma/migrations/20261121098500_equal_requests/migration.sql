-- What ended at a target lately: a supplier that merges equal requests is not sent the next one before it would buy anew.
CREATE INDEX fulfillment_items_ended_at_target ON fulfillment_items (target_key, finished_at) WHERE finished_at IS NOT NULL;
