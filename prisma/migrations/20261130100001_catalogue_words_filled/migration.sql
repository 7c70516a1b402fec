-- Fills the words of the rows that were there before the triggers, in batches that commit by themselves, so that the
-- shop waits for a thousand rows at most.
-- previous release: it does not read these columns.
DO $$
DECLARE
  entry text;
  last uuid;
  batch uuid[];
BEGIN
  PERFORM set_config('shop.fills_words', 'on', false);
  UPDATE packages SET service_slug = service_slug;
  UPDATE add_on_bundles SET service_slug = service::text;
  UPDATE smm_services SET platform_slug = platform::text, service_slug = service_type::text;
  UPDATE deleted_orders SET platform_slug = platform::text, service_slug = service_type::text;
  UPDATE delivery_forecasts SET platform_slug = platform::text, service_slug = service_type::text;
  COMMIT;
  FOREACH entry IN ARRAY ARRAY['orders', 'fulfillment_items'] LOOP
    last := '00000000-0000-0000-0000-000000000000';
    LOOP
      EXECUTE format('SELECT array_agg(id ORDER BY id) FROM (SELECT id FROM %I WHERE id > $1 ORDER BY id LIMIT 1000) AS next', entry)
        INTO batch USING last;
      EXIT WHEN batch IS NULL;
      LOOP
        BEGIN
          EXECUTE format('UPDATE %I SET platform_slug = platform::text, service_slug = service_type::text', entry)
            || CASE entry WHEN 'orders' THEN $names$, platform_label = CASE platform WHEN 'tiktok' THEN 'TikTok' ELSE 'Instagram' END,
              service_label = initcap(service_type::text), unit_one = left(service_type::text, -1), unit_many = service_type::text, counter = service_type::text,
              target = CASE service_type WHEN 'followers' THEN 'profile' WHEN 'likes' THEN 'post' ELSE 'video' END$names$
              ELSE '' END
            || ' WHERE id = ANY($1) AND platform_slug IS NULL' USING batch;
          EXIT;
        EXCEPTION WHEN deadlock_detected THEN
          -- The shop changes several orders at a time as well; this batch is tried again.
        END;
      END LOOP;
      COMMIT;
      last := batch[cardinality(batch)];
    END LOOP;
  END LOOP;
  PERFORM set_config('shop.fills_words', 'off', false);
END $$
