/**
 * How many days of refills the public texts name. New services start with it, and it counts for old items that did not
 * store their own. The claim is shown only where every service promises at least as many.
 */
export const defaultRefillDays = 5;
