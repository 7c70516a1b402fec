-- Until when a matter of the operator's list stays out of it.
CREATE TABLE needs_me_snoozes (
  subject text PRIMARY KEY CHECK (length(subject) BETWEEN 1 AND 310),
  until timestamptz(3) NOT NULL,
  snoozed_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  actor_id uuid,
  CHECK (until > snoozed_at)
);

-- Texts that administrators put into their answers to tickets.
CREATE TABLE saved_replies (
  id uuid PRIMARY KEY,
  title text NOT NULL UNIQUE CHECK (length(title) BETWEEN 1 AND 80),
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 5000),
  updated_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
