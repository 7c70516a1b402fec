import { passwordStrength } from "@/lib/auth/password-strength";

const steps = [1, 2, 3, 4] as const;

/** How strong a new password is, while it is typed: four steps and a word. */
export function PasswordMeter({ password, minLength }: { password: string; minLength: number }) {
  if (password === "") return <>At least {minLength} characters. A few words are a good password.</>;
  const { level, label } = passwordStrength(password, minLength);
  const colour = level >= 3 ? "bg-primary" : level === 2 ? "bg-warning" : "bg-destructive";
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {steps.map((step) => (
          <span key={step} className={`h-1.5 flex-1 rounded-full ${step <= level ? colour : "bg-border"}`} />
        ))}
      </span>
      <span aria-live="polite" className="font-medium">
        {label}
      </span>
    </span>
  );
}
