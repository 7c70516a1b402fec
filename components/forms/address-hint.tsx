type AddressHintProps = {
  /** The address that was probably meant (suggestAddress); null for a typed one that looks right. */
  suggestion: string | null;
  onAccept: (address: string) => void;
  /** The hint while there is nothing to suggest. */
  children: React.ReactNode;
};

/** An email field's hint, which a suggestion replaces. */
export function AddressHint({ suggestion, onAccept, children }: AddressHintProps) {
  return (
    <span aria-live="polite">
      {suggestion ? (
        // As high to press as other buttons, and as high to see as the text that it replaces.
        <button
          type="button"
          onClick={() => onAccept(suggestion)}
          className="-my-3 inline-flex min-h-11 items-center text-start font-medium text-foreground underline underline-offset-4 wrap-anywhere"
        >
          {`Did you mean ${suggestion}?`}
        </button>
      ) : (
        <span>{children}</span>
      )}
    </span>
  );
}
