-- The order that an alert is about, so that it ends when an administrator clears the order's flag.
ALTER TABLE operator_alerts ADD COLUMN order_id uuid;
