-- Each table is read once, and nobody waits for it.
ALTER TABLE orders
  VALIDATE CONSTRAINT orders_platform_slug,
  VALIDATE CONSTRAINT orders_service_slug,
  VALIDATE CONSTRAINT orders_platform_label,
  VALIDATE CONSTRAINT orders_service_label,
  VALIDATE CONSTRAINT orders_unit_one,
  VALIDATE CONSTRAINT orders_unit_many,
  VALIDATE CONSTRAINT orders_target;
ALTER TABLE fulfillment_items
  VALIDATE CONSTRAINT fulfillment_items_platform_slug,
  VALIDATE CONSTRAINT fulfillment_items_service_slug;
ALTER TABLE smm_services VALIDATE CONSTRAINT smm_services_of;
