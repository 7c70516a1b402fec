-- When the shop last switched a mapping off because its supplier charged too much, and why.
-- previous release: it leaves them empty, and lists a stopped mapping as switched off.
ALTER TABLE service_mappings ADD COLUMN stopped_at timestamptz(3), ADD COLUMN stop_reason text;
