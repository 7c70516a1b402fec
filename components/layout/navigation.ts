/** The home page for all visitors; plain `/` redirects signed-in ones to the dashboard. */
export const chooserPath = "/?browse=1";

/** The header's links, to the sections of the home page. */
export const sectionLinks = [
  { label: "Services", href: `${chooserPath}#services` },
  { label: "Pricing", href: `${chooserPath}#pricing` },
  { label: "Reviews", href: `${chooserPath}#testimonials` },
  { label: "Contact", href: `${chooserPath}#contact` },
] as const;

/** A guest's only way back to an order whose mail is lost. */
export const trackLink = { label: "Track your order", href: "/track" } as const;
