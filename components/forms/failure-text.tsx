import type { PublicError } from "@/lib/base/result";

/**
 * Why a form failed. A visitor who was signed out in another tab gets a link to sign in there, so that the typed text
 * stays.
 */
export function FailureText({ error }: { error: PublicError }) {
  if (error.code !== "unauthorized") return <>{error.message}</>;
  return (
    <>
      {error.message}{" "}
      <a href="/auth" target="_blank" className="font-medium underline underline-offset-4" rel="noopener">
        Sign in<span className="sr-only"> (opens in a new tab)</span>
      </a>
    </>
  );
}
