-- Tickets that guests filed, by their address: they join its account when it is verified.
CREATE INDEX tickets_of_guests ON support_tickets (email) WHERE user_id IS NULL;
