/** The header's links. They lead to the chooser's sections, which a signed-in visitor reaches by `?browse=1`. */
export const sectionLinks = [
  { label: "Services", href: "/?browse=1#services" },
  { label: "Pricing", href: "/?browse=1#pricing" },
  { label: "Reviews", href: "/?browse=1#testimonials" },
  { label: "Contact", href: "/?browse=1#contact" },
] as const;

/** The chooser, for everyone: `/` alone sends a signed-in visitor to the dashboard. */
export const chooserPath = "/?browse=1";
