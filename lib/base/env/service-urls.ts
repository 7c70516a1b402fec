/** True for the address of a mail server: smtp or smtps, with a host. */
export function isSmtpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return (protocol === "smtp:" || protocol === "smtps:") && hostname !== "";
}

/** True for the address of a bucket: its keys, its host and its name. */
export function isBucketUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, pathname } = new URL(value);
  return /^https?:$/.test(protocol) && username !== "" && password !== "" && /^\/[\w.-]+/.test(pathname);
}
