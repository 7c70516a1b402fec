"use client";

import { useSyncExternalStore } from "react";
import { TabList } from "@/components/ui/tab-list";
import { isServiceType, type ServiceType, serviceLabels, serviceTypes } from "@/lib/shop/catalog/platforms";
import { serviceTabScript } from "./service-tab-script";

type ServiceTabsProps = {
  /** The page's path; a tab adds `?service=`. */
  path: string;
  panels: Record<ServiceType, React.ReactNode>;
};

const changed = "service-tab-changed";

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

  return (
    <div data-service={active} suppressHydrationWarning className="service-tabs">
      <script
        type={typeof window === "undefined" ? "text/javascript" : "text/plain"}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a fixed text, and the only way to run before the paint.
        dangerouslySetInnerHTML={{ __html: serviceTabScript }}
      />
      <TabList
        label="Service"
        tabs={serviceTypes}
        active={active}
        onChoose={choose}
        textOf={(service) => serviceLabels[service]}
        hrefOf={(service) => `${path}?service=${service}#${service}`}
        panelIdOf={(service) => service}
        className="grid grid-cols-3 gap-x-1 border-b border-border sm:flex sm:gap-x-3"
        tabClassName="min-h-13 px-3 text-lg tracking-tight sm:px-5"
      />
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
