import { createSign, generateKeyPairSync, type KeyObject, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { googleClient } from "@/lib/local/google/start";

/** For requests to this path: no answer at all, or HTTP 503. */
type Outage = { path: string; kind: "silence" | "503" };

type Key = { id: string; privateKey: KeyObject };

/**
 * Starts oidc-provider, an OpenID provider that others wrote, where a shop expects Google. Its own pages ask for any
 * name and password: the name is the account's permanent id, and `<name>@gmail.com` its address, which is unverified
 * for a name that begins with `unverified`.
 */
export async function startOpenIdProvider({ port, shopOrigin }: { port: number; shopOrigin: string }) {
  const issuer = `http://127.0.0.1:${port}`;
  let key = newKey();
  let changes: Record<string, unknown> = {};
  let isSigned = true;
  let outage: Outage | null = null;

  const open = () => {
    const provider = new Provider(issuer, configuration(key, shopOrigin));
    provider.use(async (context, next) => {
      await next();
      const answer = context.body as { id_token?: string } | undefined;
      if (context.oidc?.route !== "token" || !answer?.id_token) return;
      const claims = { ...claimsOf(answer.id_token), ...changes };
      answer.id_token = isSigned ? sign(claims, key) : unsigned(claims);
    });
    return provider.callback();
  };
  let handle = open();

  const server = createServer((request, response) => {
    if (!outage || !request.url?.startsWith(outage.path)) return void handle(request, response);
    if (outage.kind === "503") response.writeHead(503).end("Service Unavailable");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  return {
    /** Signs with another key from now on, and publishes only that one. */
    rotateKey() {
      key = newKey();
      handle = open();
    },
    /** The next id tokens have these claims in place of their own. */
    changeClaims(own: Record<string, unknown>) {
      changes = own;
    },
    /** The next id tokens have the algorithm `none` and no signature. */
    leaveUnsigned() {
      isSigned = false;
    },
    /** Requests for paths that begin so are not answered from now on. */
    fail(path: string, kind: Outage["kind"]) {
      outage = { path, kind };
    },
    /** Ends all of these. */
    recover() {
      changes = {};
      isSigned = true;
      outage = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function configuration(key: Key, shopOrigin: string) {
  return {
    clients: [
      {
        client_id: googleClient.id,
        client_secret: googleClient.secret,
        redirect_uris: [`${shopOrigin}/api/auth/callback/google`],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    jwks: { keys: [{ ...key.privateKey.export({ format: "jwk" }), kid: key.id, alg: "RS256", use: "sig" }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // Google's id tokens contain the profile too.
    conformIdTokenClaims: false,
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => profileOf(id) }),
  };
}

function profileOf(id: string) {
  return {
    sub: id,
    email: `${id}@gmail.com`,
    email_verified: !id.startsWith("unverified"),
    name: "Nora Lind",
  };
}

function newKey(): Key {
  return { id: randomUUID(), privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey };
}

function claimsOf(token: string): Record<string, unknown> {
  const [, claims = ""] = token.split(".");
  return JSON.parse(Buffer.from(claims, "base64url").toString());
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function sign(claims: object, { id, privateKey }: Key): string {
  const text = `${encoded({ alg: "RS256", typ: "JWT", kid: id })}.${encoded(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
}

const unsigned = (claims: object) => `${encoded({ alg: "none", typ: "JWT" })}.${encoded(claims)}.`;
