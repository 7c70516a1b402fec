import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

/** Puts a certificate for localhost and its key into a folder, under the names of nginx.conf; returns its file. Needs openssl. */
export function makeCertificate(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const certificate = join(folder, "certificate.pem");
  const args = [
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext".split(" "),
    ...["subjectAltName=DNS:localhost", "-out", certificate, "-keyout", join(folder, "key.pem")],
  ];
  execFileSync("openssl", args, { stdio: "ignore" });
  return certificate;
}
