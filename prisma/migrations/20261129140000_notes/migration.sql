-- What the team notes about orders, accounts and guests.
CREATE TABLE notes (
  id uuid PRIMARY KEY,
  order_id uuid REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  user_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  email text CHECK (length(email) BETWEEN 3 AND 254),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 2000),
  author_id uuid,
  author text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT notes_about_one CHECK (num_nonnulls(order_id, user_id, email) = 1)
);
CREATE INDEX notes_of_order ON notes (order_id);
CREATE INDEX notes_of_user ON notes (user_id);
CREATE INDEX notes_of_email ON notes (email);
CREATE INDEX notes_oldest ON notes (created_at);
