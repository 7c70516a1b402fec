import fc from "fast-check";

/** Texts as a broken or hostile sender writes them: any UTF-16 units, halves of emoji, NUL, whole emoji, words. */
export const anyText = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((half) => String.fromCharCode(half)),
      fc.constantFrom("\0", "💩", "👩‍👩‍👧", "Completed", "In progress", " ", "'", '"', "\\", "\u202e"),
    ),
    { maxLength: 80 },
  )
  .map((parts) => parts.join(""));
