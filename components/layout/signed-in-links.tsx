/**
 * The customer's links. Full page loads and a plain form work in any cached static page and without JavaScript, and
 * signing out leaves nothing of the account in memory.
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
