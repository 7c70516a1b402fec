/** The header's links, to the sections of the home page. `?browse=1` shows it to signed-in visitors too. */
export const sectionLinks = [
  { label: "Services", href: "/?browse=1#services" },
  { label: "Pricing", href: "/?browse=1#pricing" },
  { label: "Reviews", href: "/?browse=1#testimonials" },
  { label: "Contact", href: "/?browse=1#contact" },
] as const;

/** The home page for all visitors; plain `/` redirects signed-in ones to the dashboard. */
export const chooserPath = "/?browse=1";
