-- How many orders of a day were deleted because they were never paid. They stay in order_totals: otherwise the days
-- whose unpaid orders are gone would look as if their buyers had paid more often. Orders that were paid can't be deleted.
CREATE TABLE deleted_orders (
  day date NOT NULL,
  platform platform NOT NULL,
  service_type service_type NOT NULL,
  orders integer NOT NULL CHECK (orders > 0),
  PRIMARY KEY (day, platform, service_type)
);

CREATE OR REPLACE FUNCTION remove_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Sorted, so that workers which delete at the same time can't deadlock.
  INSERT INTO deleted_orders AS deleted (day, platform, service_type, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, platform, service_type, count(*)
  FROM old_rows GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, platform, service_type) DO UPDATE SET orders = deleted.orders + EXCLUDED.orders;
  RETURN NULL;
END $$;
