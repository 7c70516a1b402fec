/** Settings for a live shop without emulators: keys of the right form that no service takes. */
export const liveSettings = {
  APP_MODE: "live",
  SHOP_ORIGIN: "https://shop.saltmarsh.dev",
  STRIPE_SECRET_KEY: `sk_live_${"0".repeat(24)}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${"0".repeat(24)}`,
  STRIPE_API_BASE: "",
  RESEND_API_KEY: `re_${"0".repeat(20)}`,
  RESEND_BASE_URL: "",
  RESEND_WEBHOOK_SECRET: "",
  GOOGLE_CLIENT_ID: "",
  GOOGLE_CLIENT_SECRET: "",
  GOOGLE_ISSUER: "",
  TELEGRAM_API_ORIGIN: "",
  SCRAPECREATORS_API_KEY: "",
  SCRAPECREATORS_BASE_URL: "",
  IMAGE_PROXY_EXTRA_HOSTS: "",
  RATE_LIMIT_SCALE: "1",
};
