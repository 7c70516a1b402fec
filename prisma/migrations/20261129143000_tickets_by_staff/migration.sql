-- A ticket that an administrator opened by writing first.
ALTER TABLE support_tickets ADD COLUMN opened_by_id uuid;
