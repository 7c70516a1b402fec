-- What the sweeper looks for: items their supplier has not begun, and paused ones whose time is up.
CREATE INDEX fulfillment_items_not_begun ON fulfillment_items (submitted_at) WHERE state = 'submitted' AND review_since IS NULL;
CREATE INDEX fulfillment_items_paused ON fulfillment_items (paused_until) WHERE state = 'paused';
