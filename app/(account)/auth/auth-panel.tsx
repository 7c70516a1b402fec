"use client";

import { useState } from "react";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";
import { tabAt } from "@/components/ui/tab-at";

const tabs = ["sign-in", "sign-up"] as const;
type Tab = (typeof tabs)[number];
const labels: Record<Tab, string> = { "sign-in": "Sign In", "sign-up": "Sign Up" };

type AuthPanelProps = {
  initial: Tab;
  /** The page's address for each tab, for browsers without JavaScript. */
  addresses: Record<Tab, string>;
  panels: Record<Tab, React.ReactNode>;
};

/** The two forms in two tabs; both keep their text. */
export function AuthPanel({ initial, addresses, panels }: AuthPanelProps) {
  const [active, setActive] = useState(initial);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const target = tabAt(event.key, tabs, active);
    if (!target) return;
    event.preventDefault();
    setActive(target);
    document.getElementById(`tab-${target}`)?.focus();
  };

  return (
    <div>
      <div
        role="tablist"
        aria-label="Sign in or sign up"
        onKeyDown={onKeyDown}
        className="flex border-b border-border"
      >
        {tabs.map((id) => (
          <a
            key={id}
            href={addresses[id]}
            role="tab"
            id={`tab-${id}`}
            aria-selected={id === active}
            aria-controls={`panel-${id}`}
            tabIndex={id === active ? 0 : -1}
            onClick={(event) => {
              if (opensElsewhere(event)) return;
              event.preventDefault();
              setActive(id);
            }}
            className="-mb-px inline-flex min-h-12 flex-1 items-center justify-center border-b-3 border-transparent font-semibold text-muted-foreground transition-colors hover:text-foreground aria-selected:border-primary aria-selected:text-foreground"
          >
            {labels[id]}
          </a>
        ))}
      </div>
      {tabs.map((id) => (
        <div
          key={id}
          role="tabpanel"
          id={`panel-${id}`}
          aria-labelledby={`tab-${id}`}
          hidden={id !== active}
          className="pt-6"
        >
          {panels[id]}
        </div>
      ))}
    </div>
  );
}
