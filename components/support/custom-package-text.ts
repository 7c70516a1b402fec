/** A hint for custom package requests, shown under the message. */
export const customPackageHint =
  "The platform, the public username, what should grow, and by how much. We never need a password.";
