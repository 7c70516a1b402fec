-- Which administrator deals with an order or a ticket.
CREATE TABLE assignments (
  id uuid PRIMARY KEY,
  order_id uuid UNIQUE REFERENCES orders (id) ON DELETE CASCADE ON UPDATE CASCADE,
  ticket_id uuid UNIQUE REFERENCES support_tickets (id) ON DELETE CASCADE ON UPDATE CASCADE,
  assignee_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  assigned_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT assignments_of_one CHECK (num_nonnulls(order_id, ticket_id) = 1)
);
CREATE INDEX assignments_of_assignee ON assignments (assignee_id);

-- The filter of a list under a name. Without an owner, all administrators have it.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  list text NOT NULL CHECK (list IN ('orders', 'tickets', 'customers')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (length(query) <= 1000),
  owner_id uuid REFERENCES users (id) ON DELETE CASCADE ON UPDATE CASCADE,
  created_at timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX saved_views_of_list ON saved_views (list, name);
