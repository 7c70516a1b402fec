import { headers } from "next/headers";
import { GoogleButton } from "@/components/auth/google-button";
import { isEmbeddedBrowser } from "@/components/ui/embedded-browser";
import { googleSignInAction } from "./auth/actions";

/** The button that signs in with Google, or why it can't be used in this browser. */
export async function GoogleSignIn({ next }: { next: string }) {
  const userAgent = (await headers()).get("user-agent") ?? "";
  if (!isEmbeddedBrowser(userAgent)) return <GoogleButton action={googleSignInAction} next={next} />;
  return (
    <p className="text-sm text-muted-foreground">
      Google doesn't allow signing in from inside another app. To use Google, open this page in your browser.
    </p>
  );
}
