/** An error of a control without a Field; nothing without one. */
export function FieldError({ id, error }: { id?: string; error: React.ReactNode }) {
  if (!error) return null;
  return (
    <p id={id} role="alert" className="w-full text-sm font-medium text-destructive">
      {error}
    </p>
  );
}
