/**
 * The signed-in marker is a cookie without a secret that scripts can read, set along with the session's own. These are
 * its names in local and in live mode: a prerendered page does not know the mode and looks for both.
 */
export const signedInCookies = ["shop_signed_in", "__Host-shop_signed_in"] as const;

/**
 * Marks the document before the first paint when the signed-in marker is set, so that the static guest page shows as
 * the customer's at once (variants `guest` and `signed-in` in globals.css). The script's text never changes, so that
 * the content policy can allow it by its hash.
 */
export const signedInScript = `if(/(?:^|; )(?:__Host-)?shop_signed_in=1(?:;|$)/.test(document.cookie))document.documentElement.dataset.signedIn=""`;
