import type { SignedInUser } from "@/app/_server/session";
import { AdminLink } from "@/components/admin/admin-link";
import { LocalTime } from "@/components/orders/local-time";
import { Skeleton } from "@/components/ui/skeleton";
import { getDb } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { formatCents, formatMicros } from "@/lib/base/money";
import { databaseNow } from "@/lib/base/time/clock";
import type { Entry } from "@/lib/operator/reporting/needs-me-rules";
import { loadSinceVisit, type SinceVisit } from "@/lib/operator/reporting/since-visit";
import { findLastVisit } from "@/lib/people/auth/find-last-visit";
import { staffRoleOf } from "@/lib/people/auth/roles";
import { matterText, placeOf } from "./entry-text";
import { unusualText } from "./unusual-text";

/**
 * What happened since the administrator was last here, what was unusual, and what to do first; a first visit explains
 * the page.
 */
export async function Morning({ admin, first }: { admin: SignedInUser; first: Entry | undefined }) {
  const morning = await loadMorning(admin).catch((error: unknown) => {
    logger.error(
      { err: error },
      "what happened since the last visit could not be read; the list is shown without it",
    );
    return "failed" as const;
  });
  if (morning === "failed")
    return (
      <p className="text-muted-foreground">
        What happened since your last visit could not be read. The list below is complete; reload the page in
        a moment.
      </p>
    );
  return morning ? <News news={morning} first={first} /> : <FirstVisit />;
}

/** Holds the place of what happened, so that the list below stays where it is. */
export function MorningSkeleton() {
  return <Skeleton className="h-36 rounded-xl" />;
}

async function loadMorning({ id: userId, sessionId, roles }: SignedInUser) {
  const lastVisit = await findLastVisit(getDb(), { userId, sessionId });
  return lastVisit && loadSinceVisit(getDb(), { role: staffRoleOf(roles), lastVisit, now: databaseNow() });
}

function FirstVisit() {
  return (
    <p className="max-w-prose rounded-xl border border-border bg-card p-4 text-muted-foreground">
      Welcome. The shop takes orders, has them delivered and refunds what does not arrive, all by itself. What
      it can&apos;t decide is listed here, the costliest first, and each entry has its next step. From your
      next visit on, this page also says what happened while you were away.
    </p>
  );
}

function News({ news, first }: { news: SinceVisit; first: Entry | undefined }) {
  const figures = figuresOf(news);
  return (
    <section
      aria-labelledby="since"
      className="flex flex-col gap-3 rounded-xl border border-border bg-card p-4"
    >
      <h2 id="since" className="text-sm text-muted-foreground">
        Since you were last here, <LocalTime at={news.since} />
      </h2>
      {figures.length > 0 ? (
        <dl className="flex flex-wrap gap-x-8 gap-y-2">
          {figures.map(({ label, value, href }) => (
            <div key={label} className="flex flex-col">
              <dt className="text-xs text-muted-foreground">{label}</dt>
              <dd className="text-lg font-semibold tracking-tight tabular-nums">
                {href ? (
                  <AdminLink
                    href={href}
                    className="underline decoration-1 underline-offset-4 hover:decoration-2"
                  >
                    {value}
                  </AdminLink>
                ) : (
                  value
                )}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      {news.unusual ? <p className="text-sm">{unusualText(news.unusual)}</p> : null}
      {first ? (
        <p className="text-sm">
          Start with:{" "}
          <AdminLink
            href={placeOf(first.lead)}
            className="font-medium text-primary underline underline-offset-4"
          >
            {matterText(first.lead, databaseNow()).title}
          </AdminLink>
        </p>
      ) : null}
    </section>
  );
}

type Figure = { label: string; value: string; href?: string };

function figuresOf({ orders, money, tickets, alerts }: SinceVisit): Figure[] {
  const amounts = (of: "revenueMicros" | "refundsMicros") =>
    (money ?? []).map((row) => formatMicros(row[of].toString(), row.currency)).join(" + ") || formatCents(0);
  const count = (label: string, number: number | null, href: string): Figure[] =>
    number === null ? [] : [{ label, value: number.toLocaleString("en-US"), href }];
  return [
    ...count("Orders paid", orders, "/admin?tab=orders"),
    ...(money ? [{ label: "Received", value: amounts("revenueMicros") }] : []),
    ...(money ? [{ label: "Refunded", value: amounts("refundsMicros") }] : []),
    ...count("New tickets", tickets, "/admin?tab=tickets"),
    ...count("New alerts", alerts, "/admin/operations"),
  ];
}
