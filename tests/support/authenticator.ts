import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { isoCBOR } from "@simplewebauthn/server/helpers";

type Place = {
  origin: string;
  rpId: string;
  /** False: the authenticator did not ask its user for a PIN or fingerprint. */
  isUserVerified?: boolean;
};

/** A software authenticator with one passkey, which signs for any origin. */
export class Authenticator {
  readonly id = randomBytes(32);
  counter = 0;
  private readonly key: KeyObject;
  private readonly publicKey: Uint8Array;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.key = privateKey;
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, "base64url"))],
      [-3, new Uint8Array(Buffer.from(y, "base64url"))],
    ]);
    this.publicKey = isoCBOR.encode(cose);
  }

  register(challenge: string, place: Place): RegistrationResponseJSON {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.publicKey]);
    const authData = Buffer.concat([this.dataAt(place, true), attested]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return {
      ...this.named(),
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, place),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      },
    };
  }

  /** `userId` is the account that it stored with the passkey. */
  sign(challenge: string, place: Place, userId: string): AuthenticationResponseJSON {
    const client = clientData("webauthn.get", challenge, place);
    const authData = this.dataAt(place, false);
    const hash = createHash("sha256").update(Buffer.from(client, "base64url")).digest();
    return {
      ...this.named(),
      response: {
        clientDataJSON: client,
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", Buffer.concat([authData, hash]), this.key).toString("base64url"),
        userHandle: Buffer.from(userId).toString("base64url"),
      },
    };
  }

  private named() {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {} };
  }

  private dataAt({ rpId, isUserVerified = true }: Place, hasKey: boolean): Buffer {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (hasKey ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), count]);
  }
}

function clientData(type: string, challenge: string, { origin }: Place): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString("base64url");
}
