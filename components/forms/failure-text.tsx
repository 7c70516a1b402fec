import type { PublicError } from "@/lib/result";

/**
 * Why a form was refused. Whoever was signed out meanwhile, in another tab or on another device, signs in beside it:
 * what was typed here waits.
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
