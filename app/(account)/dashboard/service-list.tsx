import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { formatCents } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import type { ServiceView } from "@/lib/shop/catalog/list-entries";
import { findPlatform } from "@/lib/shop/catalog/vocabulary";

type ServiceListProps = {
  services: ServiceView[];
  /** True to show how long each service takes. That is a claim, so it can be hidden. */
  hasTimes: boolean;
};

/** Each service with its price per 1,000, its limits and a link to its packages. */
export function ServiceList({ services, hasTimes }: ServiceListProps) {
  if (services.length === 0) {
    return <EmptyState title="No services to show" detail="Please try again in a moment." />;
  }
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      {services.map((service) => (
        <li key={service.id} className="min-w-0">
          <ServiceCard service={service} hasTime={hasTimes} />
        </li>
      ))}
    </ul>
  );
}

function ServiceCard({ service, hasTime }: { service: ServiceView; hasTime: boolean }) {
  const units = (count: number) => count.toLocaleString("en-US");
  return (
    <article
      aria-labelledby={`service-${service.id}`}
      data-accent={findPlatform(service.platform)?.accent}
      className="flex h-full flex-col gap-4 rounded-xl border border-border border-t-3 border-t-platform bg-card p-5 text-card-foreground shadow-sm sm:p-6"
    >
      <div>
        <p className="text-sm text-muted-foreground capitalize">{inWords(service.service)}</p>
        <h2 id={`service-${service.id}`} className="text-lg font-semibold tracking-tight">
          {service.name}
        </h2>
      </div>
      <p className="text-muted-foreground">{service.description}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm tabular-nums">
        <dt className="text-muted-foreground">Price</dt>
        <dd className="text-right font-semibold">{formatCents(service.pricePer1000Cents)}/1K</dd>
        <dt className="text-muted-foreground">Quantity</dt>
        <dd className="text-right">
          {units(service.minQuantity)}-{units(service.maxQuantity)}
        </dd>
        {hasTime ? (
          <>
            <dt className="text-muted-foreground">Delivery time</dt>
            <dd className="text-right">{service.deliveryTime}</dd>
          </>
        ) : null}
      </dl>
      <ButtonLink
        href={`/${service.platform}?service=${service.service}`}
        prefetch={false}
        aria-label={`Order Now: ${service.name}`}
      >
        Order Now
      </ButtonLink>
    </article>
  );
}
