/**
 * The days of refills that the public texts name, that a new service starts with, and that count for items from before
 * each stored its own. The claim is shown only where every service promises at least as many.
 */
export const defaultRefillDays = 5;
