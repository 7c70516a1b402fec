/**
 * Stands beside the session's own cookie, readable and without a secret: "somebody is signed in here". By its name in
 * local mode and in live mode: a page that was prerendered does not know the mode.
 */
export const signedInCookies = ["shop_signed_in", "__Host-shop_signed_in"] as const;

/**
 * Marks the document before the first paint when somebody is signed in, so that the guest's page, the same bytes for
 * everybody, is shown as the customer's at once (the variants `guest` and `signed-in` in globals.css). The text is the
 * same in every page and every build, so a policy that knows no 'unsafe-inline' can name its hash.
 */
export const signedInScript = `if(/(?:^|; )(?:__Host-)?shop_signed_in=1(?:;|$)/.test(document.cookie))document.documentElement.dataset.signedIn=""`;
