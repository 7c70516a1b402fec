-- Entries of batches that fail by themselves: their siblings go on, they are tried again with growing pauses.
CREATE TABLE set_aside_entries (
    batch TEXT NOT NULL,
    entry_id TEXT NOT NULL,
    failures INTEGER NOT NULL DEFAULT 1,
    error TEXT NOT NULL,
    first_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    last_at TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    retry_at TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT set_aside_entries_pkey PRIMARY KEY (batch, entry_id)
);
