-- The shop's own logos, by the hash of their bytes. The setting `logo` names the one that is shown.
CREATE TABLE logos (
  hash text NOT NULL PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/webp')),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 65536),
  uploaded_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
