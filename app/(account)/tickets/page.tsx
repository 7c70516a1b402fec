import type { Metadata } from "next";
import type { SearchProps } from "@/app/_server/page-props";
import { requireCustomer } from "@/app/_server/session";
import { mayReadTickets, TooManyReads } from "@/app/(account)/tickets/reading-limit";
import { BackLink } from "@/components/layout/back-link";
import { TicketList } from "@/components/support/ticket-list";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import { listOwnTickets } from "@/lib/people/support/list-tickets";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "My Tickets", robots: { index: false } };

const pageSize = 20;

/** The customer's tickets, newest first; `?before=` starts at an older one. */
export default async function TicketsPage({ searchParams }: SearchProps) {
  const user = await requireCustomer("/tickets");
  if (!(await mayReadTickets(user.id))) return <TooManyReads />;
  const after = readCursor((await searchParams).before);
  const { tickets, next } = await listOwnTickets(getDb(), { userId: user.id, limit: pageSize, after });
  return (
    <div className="flex flex-col gap-8">
      <header className="flex flex-col gap-3">
        <BackLink href="/dashboard?tab=support">Back to Support</BackLink>
        <h1 className="text-3xl font-semibold tracking-tight">My Tickets</h1>
      </header>
      {tickets.length > 0 ? (
        <TicketList tickets={tickets} level={2} />
      ) : (
        <EmptyState title="No tickets yet" detail="Your messages and our answers will appear here.">
          <ButtonLink href="/dashboard?tab=support" prefetch={false}>
            Contact Support
          </ButtonLink>
        </EmptyState>
      )}
      <nav aria-label="Pages" className="flex flex-wrap gap-3">
        {next ? (
          <ButtonLink href={`/tickets?before=${next}`} prefetch={false} variant="outline">
            Older tickets
          </ButtonLink>
        ) : null}
        {after ? (
          <ButtonLink href="/tickets" prefetch={false} variant="ghost">
            Back to the newest tickets
          </ButtonLink>
        ) : null}
      </nav>
    </div>
  );
}
