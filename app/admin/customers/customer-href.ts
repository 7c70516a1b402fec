/** The page of an account, or of a guest, who has no id. */
export const customerHref = ({ id, email }: { id: string | null; email: string }) =>
  id ? `/admin/customers/${id}` : `/admin/customers/guest?email=${encodeURIComponent(email)}`;
