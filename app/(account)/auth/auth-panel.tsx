"use client";

import { useState } from "react";
import { TabList } from "@/components/ui/tab-list";

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

  return (
    <div>
      <TabList
        label="Sign in or sign up"
        tabs={tabs}
        active={active}
        onChoose={setActive}
        textOf={(tab) => labels[tab]}
        hrefOf={(tab) => addresses[tab]}
        panelIdOf={(tab) => `panel-${tab}`}
        className="flex border-b border-border"
        tabClassName="min-h-12 flex-1 aria-selected:border-primary aria-selected:text-foreground"
      />
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
