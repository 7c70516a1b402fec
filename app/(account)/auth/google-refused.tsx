import { Alert } from "@/components/ui/alert";

const reasons: Record<string, string> = {
  GoogleNotVerified:
    "Google has not verified this email address. Please verify it there, or sign up with a password.",
  GoogleNotHosted:
    "Google doesn't host this mailbox, so it can't tell whether the address is still yours. Please use your email and a password. Once you are signed in, you can connect Google in the settings.",
  GoogleAdmin: "An administrator's account can't be opened with Google. Please use its password.",
  GoogleOther: "This email address is connected to another Google account. Please choose that one.",
};

const inSettings: Record<string, string> = {
  ...reasons,
  GoogleNotVerified: "Google has not verified this email address. Please verify it there, and try again.",
  GoogleNotHosted:
    "That Google account has a different email address from yours. Please choose the one with your address, or change your email first.",
};

/** Why a sign-in with Google was refused (`code` comes from the address), and what to do. */
export function GoogleRefused({ code, isSignedIn = false }: { code: string; isSignedIn?: boolean }) {
  const reason = isSignedIn
    ? (inSettings[code] ?? "Nothing was changed. Please try again.")
    : (reasons[code] ?? "Nothing was changed. Please try again, or use your email.");
  return (
    <Alert variant="destructive" title="Google Sign-In Failed">
      {reason}
    </Alert>
  );
}
