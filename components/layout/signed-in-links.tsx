/**
 * Where a customer goes from anywhere. Whole page loads and a plain form, so that they work in a static page of any
 * age and without JavaScript, and everything the browser knew of the account is gone after signing out.
 */
export function SignedInLinks({ className }: { className: string }) {
  return (
    <>
      <a href="/dashboard" className={className}>
        Dashboard
      </a>
      <a href="/settings" className={className}>
        Settings
      </a>
      <form method="post" action="/auth/sign-out">
        <button type="submit" className={className}>
          Sign Out
        </button>
      </form>
    </>
  );
}
