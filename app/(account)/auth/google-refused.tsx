import { Alert } from "@/components/ui/alert";

const reasons = {
  GoogleNotVerified:
    "Google has not verified this email address. Please verify it there, or sign up with a password.",
  GoogleNotHosted:
    "Google doesn't host this mailbox, so it can't tell whether the address is still yours. Please use your email and a password. Once you are signed in, you can connect Google in the settings.",
  GoogleAdmin: "An administrator's account can't be opened with Google. Please use its password.",
  // next-auth's code for a visitor who cancelled at Google, or whom Google turned away.
  OAuthCallbackError: "You came back from Google without signing in. Please try again, or use your email.",
  GoogleTooOften: "There were too many tries from your network. Please wait ten minutes, then try again.",
  GoogleOther: "This email address is connected to another Google account. Please choose that one.",
};

const inSettings: typeof reasons = {
  ...reasons,
  GoogleNotVerified: "Google has not verified this email address. Please verify it there, and try again.",
  OAuthCallbackError: "You came back from Google without connecting it. Nothing was changed.",
  GoogleNotHosted:
    "That Google account has a different email address from yours. Please choose the one with your address, or change your email first.",
};

/** Why a sign-in with Google was refused (`code` comes from the address), and what to do. */
export function GoogleRefused({ code, isSignedIn = false }: { code: string; isSignedIn?: boolean }) {
  const texts = isSignedIn ? inSettings : reasons;
  const other = isSignedIn ? "Please try again." : "Please try again, or use your email.";
  const reason = isReason(code) ? texts[code] : `Nothing was changed. ${other}`;
  return (
    <Alert variant="destructive" title="Google Sign-In Failed">
      {reason}
    </Alert>
  );
}

function isReason(code: string): code is keyof typeof reasons {
  return Object.hasOwn(reasons, code);
}
