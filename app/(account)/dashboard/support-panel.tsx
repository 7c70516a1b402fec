import Link from "next/link";
import { SupportForm } from "@/components/support/support-form";
import { TicketList } from "@/components/support/ticket-list";
import { buttonVariants } from "@/components/ui/button-variants";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { getDb } from "@/lib/db/client";
import { listOwnTickets } from "@/lib/support/queries";
import { openOwnTicketAction } from "./support-actions";

const shown = 5;

/** The form to write to support, and the customer's newest tickets. */
export async function SupportPanel({ userId }: { userId: string }) {
  const { tickets, next } = await listOwnTickets(getDb(), { userId, limit: shown });
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <Card>
        <CardHeader>
          <CardTitle>Contact Support</CardTitle>
          <p className="text-muted-foreground">
            We typically respond within 24 hours. For urgent matters, please include your order ID.
          </p>
        </CardHeader>
        <CardContent>
          <SupportForm kind="support" action={openOwnTicketAction} asksEmail={false} />
        </CardContent>
      </Card>
      <section aria-labelledby="own-tickets" className="flex flex-col gap-5">
        <h2 id="own-tickets" className="text-lg font-semibold tracking-tight">
          Your tickets
        </h2>
        {tickets.length > 0 ? (
          <TicketList tickets={tickets} level={3} />
        ) : (
          <p className="text-muted-foreground">Your messages and our answers will appear here.</p>
        )}
        {next ? (
          <Link href="/tickets" prefetch={false} className={buttonVariants({ variant: "outline" })}>
            All tickets
          </Link>
        ) : null}
      </section>
    </div>
  );
}
