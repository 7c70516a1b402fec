/** The parameters that mark a page of a list. */
export const pageMarks: readonly string[] = ["after", "before"];
