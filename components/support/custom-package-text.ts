/** What a request for a custom package should say; shown under its message. */
export const customPackageHint =
  "The platform, the public username, what should grow, and by how much. We never need a password.";
