"use client";

import { opensElsewhere } from "./opens-elsewhere";
import { tabAt } from "./tab-at";

type TabListProps<Tab extends string> = {
  label: string;
  tabs: readonly Tab[];
  active: Tab;
  onChoose: (tab: Tab) => void;
  textOf: (tab: Tab) => string;
  /** A tab's address without JavaScript and in a new window. */
  hrefOf: (tab: Tab) => string;
  panelIdOf: (tab: Tab) => string;
  className: string;
  tabClassName: string;
};

/** Links as tabs: a click or a key chooses one on the page. A tab's id is `tab-` and its name. */
export function TabList<Tab extends string>(props: TabListProps<Tab>) {
  const { tabs, active, onChoose } = props;

  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = tabAt(event.key, tabs, active);
    if (!next) return;
    event.preventDefault();
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };

  return (
    <div role="tablist" aria-label={props.label} onKeyDown={onKeyDown} className={props.className}>
      {tabs.map((tab) => (
        <a
          key={tab}
          href={props.hrefOf(tab)}
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === active}
          aria-controls={props.panelIdOf(tab)}
          tabIndex={tab === active ? 0 : -1}
          onClick={(event) => {
            if (opensElsewhere(event)) return;
            event.preventDefault();
            onChoose(tab);
          }}
          className={`-mb-px inline-flex items-center justify-center border-b-3 border-transparent font-semibold text-muted-foreground transition-colors hover:text-foreground ${props.tabClassName}`}
        >
          {props.textOf(tab)}
        </a>
      ))}
    </div>
  );
}
