/**
 * The account that an order is for, as the admin shows it: the first segment of the post URL's path as `@name`; 'Invalid
 * URL' for one that can't be parsed, 'Unknown' for one without a name.
 */
export function accountName(postUrl: string): string {
  let path: string;
  try {
    path = new URL(postUrl).pathname;
  } catch {
    return "Invalid URL";
  }
  const name = (path.split("/").find((segment) => segment !== "") ?? "").replace(/^@/, "");
  return name === "" ? "Unknown" : `@${decode(name)}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
