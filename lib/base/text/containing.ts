/** A LIKE pattern for all values that contain a text. Pure. */
export const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
