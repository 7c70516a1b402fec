/** What must end before an account can be deleted: the message for its owner, and for an administrator. */
export const deletionObstacles = {
  delivery: {
    owner: "An order of yours is still being delivered. You can delete your account once it has arrived.",
    admin: "An order of this account is still being delivered. Try again once it has arrived.",
  },
  payment: {
    owner:
      "An order of yours can still be paid. Please try again in an hour, when its payment page has closed.",
    admin:
      "An order of this account can still be paid. Try again in an hour, when its payment page has closed.",
  },
  refund: {
    owner: "A refund to you is still in progress. You can delete your account once it has arrived.",
    admin:
      "A refund to this account is still in progress. Release or drop it in Needs me, or wait until it has arrived.",
  },
  refill: {
    owner: "A refill is still being delivered to you. You can delete your account once it has arrived.",
    admin: "A refill of this account is still being delivered. Try again once it has arrived.",
  },
  dispute: {
    owner: "A payment of yours is disputed. You can delete your account once your bank has decided.",
    admin: "A payment of this account is disputed. Try again once the bank has decided.",
  },
} as const;

export type DeletionObstacle = keyof typeof deletionObstacles;
