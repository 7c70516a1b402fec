/** The secret under which the tests' supplier keys are sealed. */
export const testSecret = "only-for-checks-7d1f0c9a4be2853f6a90";

/** A valid configuration for a process that a test starts. Its addresses are all on this machine. */
export function testEnv(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    APP_MODE: "local",
    PORT: "3000",
    SHOP_SECRET: testSecret,
    DATABASE_URL: "postgresql://127.0.0.1:1/none",
    STRIPE_SECRET_KEY: "sk_test_tests",
    STRIPE_WEBHOOK_SECRET: "whsec_tests",
    STRIPE_API_BASE: "http://127.0.0.1:1",
    RESEND_API_KEY: "re_tests",
    RESEND_BASE_URL: "http://127.0.0.1:1",
    TELEGRAM_API_ORIGIN: "http://127.0.0.1:1",
    SCRAPECREATORS_API_KEY: "tests-social-key",
    SCRAPECREATORS_BASE_URL: "http://127.0.0.1:1",
    ...overrides,
  };
}
