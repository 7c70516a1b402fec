"use client";

import { ArrowLeft, ArrowRight } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { BackLink } from "@/components/layout/back-link";
import { ButtonLink } from "@/components/ui/button-link";
import { AdminKeys } from "./admin-keys";
import { entryId } from "./entry-id";
import { useTrailOf } from "./use-list-trail";

/** Above an order, a ticket or a customer: back to the list as it was, and to its neighbours there. */
export function CaseNav({ list, children }: { list: string; children: string }) {
  const path = usePathname();
  const guest = useSearchParams().get("email");
  const href = guest === null ? path : `${path}?email=${encodeURIComponent(guest)}`;
  const trail = useTrailOf(href);
  const back = trail ? `${trail.address}#${entryId(href)}` : list;
  const isNeedsMe = trail?.address.startsWith("/admin/now");
  return (
    <div className="-my-2 flex flex-wrap items-center justify-between gap-x-4">
      <BackLink href={back} data-walk="back">
        {isNeedsMe ? "Needs me" : children}
      </BackLink>
      {trail && (trail.previous || trail.next) ? (
        <nav aria-label="Neighbours in the list" className="flex items-center gap-1 text-sm tabular-nums">
          <span className="pr-2 text-muted-foreground">
            {trail.at + 1} of {trail.known}
            {trail.hasMore ? "+" : ""}
          </span>
          <Neighbour href={trail.previous} walk="previous" label="Previous">
            <ArrowLeft aria-hidden="true" />
          </Neighbour>
          <Neighbour href={trail.next} walk="next" label="Next">
            <ArrowRight aria-hidden="true" />
          </Neighbour>
        </nav>
      ) : null}
      <AdminKeys place="case" />
    </div>
  );
}

/** For a message after a decision: a button that opens the list's next case, if there is one. */
export function nextCase() {
  const find = () => document.querySelector<HTMLElement>("[data-walk=next]");
  return find() ? { action: { label: "Next case", onClick: () => find()?.click() } } : {};
}

type NeighbourProps = { href: string | undefined; walk: string; label: string; children: React.ReactNode };

/** At an end of the list nothing is there to open, and the other button stays where it is. */
function Neighbour({ href, walk, label, children }: NeighbourProps) {
  if (!href) return <span className="size-11" />;
  return (
    <ButtonLink href={href} prefetch={false} variant="ghost" size="icon" aria-label={label} data-walk={walk}>
      {children}
    </ButtonLink>
  );
}
