"use client";

import Link, { useLinkStatus } from "next/link";
import { Spinner } from "@/components/ui/spinner";
import { tabAt } from "@/components/ui/tab-at";
import { type DashboardTab, dashboardTabs } from "./tabs";

const labels: Record<DashboardTab, string> = { orders: "Orders", services: "Services", support: "Support" };

type DashboardTabsProps = { active: DashboardTab; children: React.ReactNode };

/** Tabs with the choice in the address (`?tab=services`), so that links, reload and the back button keep it. */
export function DashboardTabs({ active, children }: DashboardTabsProps) {
  const onKeyDown = (event: React.KeyboardEvent) => {
    // A link follows Enter only.
    if (event.key === " " && event.target instanceof HTMLElement) {
      event.preventDefault();
      event.target.click();
      return;
    }
    const focused = dashboardTabs.find((each) => document.activeElement?.id === `tab-${each}`);
    const tab = tabAt(event.key, dashboardTabs, focused);
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`tab-${tab}`)?.focus();
  };

  return (
    <div>
      <div
        role="tablist"
        aria-label="Dashboard"
        onKeyDown={onKeyDown}
        className="flex gap-x-1 border-b border-border sm:gap-x-3"
      >
        {dashboardTabs.map((tab) => (
          <Link
            key={tab}
            href={`/dashboard?tab=${tab}`}
            scroll={false}
            role="tab"
            id={`tab-${tab}`}
            aria-selected={tab === active}
            aria-controls="dashboard-panel"
            className="-mb-px inline-flex min-h-13 flex-1 items-center justify-center gap-2 border-b-3 border-transparent px-3 text-lg font-semibold tracking-tight text-muted-foreground transition-colors hover:text-foreground aria-selected:border-primary aria-selected:text-foreground sm:flex-none sm:px-5"
          >
            {labels[tab]}
            <Pending />
          </Link>
        ))}
      </div>
      <div role="tabpanel" id="dashboard-panel" aria-labelledby={`tab-${active}`} className="pt-8">
        {children}
      </div>
    </div>
  );
}

function Pending() {
  return useLinkStatus().pending ? <Spinner /> : null;
}
