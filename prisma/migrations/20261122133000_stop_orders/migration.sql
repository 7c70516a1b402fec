-- The owner of a profile can ask for no more orders for it; the ticket holds the profile as the block list does.
ALTER TYPE ticket_kind ADD VALUE 'stop_orders';
ALTER TABLE support_tickets ADD COLUMN target text;
