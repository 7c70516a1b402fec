"use client";

import { useSyncExternalStore } from "react";
import { opensElsewhere } from "@/components/ui/opens-elsewhere";
import { tabAt } from "@/components/ui/tab-at";
import { isServiceType, type ServiceType, serviceLabels, serviceTypes } from "@/lib/platforms";

type ServiceTabsProps = {
  /** The page's path; a tab adds `?service=`. */
  path: string;
  panels: Record<ServiceType, React.ReactNode>;
};

const changed = "service-tab-changed";

// Runs during parsing, before the first paint: a shared link shows its tab at once.
const showTabOfAddress =
  "{const s=new URLSearchParams(location.search).get('service');if(['likes','views'].includes(s))document.currentScript.parentElement.dataset.service=s}";

/**
 * Tabs with the choice in the address (`?service=likes`), so that links, reload and the back button keep it. CSS
 * shows the panel named by `data-service`; without JavaScript all three show and the tabs link to them.
 */
export function ServiceTabs({ path, panels }: ServiceTabsProps) {
  const active = useSyncExternalStore(subscribe, readService, () => "followers" as const);

  const choose = (service: ServiceType) => {
    if (service === active) return;
    window.history.pushState(null, "", `${path}?service=${service}`);
    window.dispatchEvent(new Event(changed));
  };

  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = tabAt(event.key, serviceTypes, active);
    if (!next) return;
    event.preventDefault();
    choose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };

  return (
    <div data-service={active} suppressHydrationWarning className="service-tabs">
      <script
        type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text, and the only way to run before the paint.
        dangerouslySetInnerHTML={{ __html: showTabOfAddress }}
      />
      <div
        role="tablist"
        aria-label="Service"
        onKeyDown={onKeyDown}
        className="grid grid-cols-3 gap-x-1 border-b border-border sm:flex sm:gap-x-3"
      >
        {serviceTypes.map((service) => (
          <a
            key={service}
            href={`${path}?service=${service}#${service}`}
            role="tab"
            id={`tab-${service}`}
            data-tab={service}
            aria-selected={service === active}
            aria-controls={service}
            tabIndex={service === active ? 0 : -1}
            onClick={(event) => {
              if (opensElsewhere(event)) return;
              event.preventDefault();
              choose(service);
            }}
            className="-mb-px inline-flex min-h-13 items-center justify-center border-b-3 border-transparent px-3 text-lg font-semibold tracking-tight text-muted-foreground transition-colors hover:text-foreground sm:px-5"
          >
            {serviceLabels[service]}
          </a>
        ))}
      </div>
      {serviceTypes.map((service) => (
        <div
          key={service}
          role="tabpanel"
          id={service}
          data-panel={service}
          aria-labelledby={`tab-${service}`}
          className="pt-10"
        >
          {panels[service]}
        </div>
      ))}
    </div>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("popstate", listener);
  window.addEventListener(changed, listener);
  return () => {
    window.removeEventListener("popstate", listener);
    window.removeEventListener(changed, listener);
  };
}

function readService(): ServiceType {
  const wanted = new URLSearchParams(window.location.search).get("service");
  return isServiceType(wanted) ? wanted : "followers";
}
