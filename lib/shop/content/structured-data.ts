import { textOfCents } from "@/lib/base/money";
import { amountLabel, type CatalogPackage } from "@/lib/shop/catalog/catalog";
import type { PlatformEntry, ServiceEntry } from "@/lib/shop/catalog/document";
import { getSold } from "@/lib/shop/catalog/vocabulary";
import type { Rating } from "./rating";
import type { Question } from "./services";

type Shop = { name: string; origin: string; supportEmail: string };

/** The shop as an Organization: https://schema.org/Organization */
export function organizationData(shop: Shop) {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: shop.name,
    url: shop.origin,
    email: shop.supportEmail,
    logo: `${shop.origin}/icon.svg`,
    contactPoint: { "@type": "ContactPoint", contactType: "customer support", email: shop.supportEmail },
  };
}

/**
 * A service as a Product with one Offer per package: https://schema.org/Product. With a rating only where enough
 * reviews of delivered orders make an average, which the page shows too.
 */
export function productData(
  shop: Shop,
  product: {
    platform: PlatformEntry;
    service: ServiceEntry;
    description: string;
    packages: CatalogPackage[];
    rating: Rating;
  },
) {
  const { platform, service, description, packages, rating } = product;
  const { unit } = getSold(platform.slug, service.slug);
  return {
    "@context": "https://schema.org",
    "@type": "Product",
    name: `${platform.label} ${service.label}`,
    description,
    brand: { "@type": "Brand", name: shop.name },
    image: `${shop.origin}/opengraph-image`,
    ...(rating.average !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: rating.average.toFixed(1),
        reviewCount: rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
    offers: packages.map((entry) => ({
      "@type": "Offer",
      name: amountLabel(entry.quantity, unit),
      price: textOfCents(entry.priceCents),
      priceCurrency: "USD",
      availability: "https://schema.org/InStock",
      url: `${shop.origin}/${platform.slug}/details/${service.slug}?package=${entry.id}`,
    })),
  };
}

/** Questions and answers of the page: https://schema.org/FAQPage */
export function questionsData(questions: readonly Question[]) {
  return {
    "@context": "https://schema.org",
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** The path to a page from the home page: https://schema.org/BreadcrumbList */
export function breadcrumbData(origin: string, trail: readonly { name: string; path: string }[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}
