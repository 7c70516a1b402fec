/**
 * The days of refills that the public texts name, of a new service, and of items from before each kept its own. The claim
 * is shown only where every service promises at least as many.
 */
export const defaultRefillDays = 5;
