import { createCipheriv, createDecipheriv, createHash, type DecipherGCM, randomBytes } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { secretKeys } from "@/lib/base/env/shop-secret";
import { AppError } from "@/lib/base/errors";

// A backup file consists of magic bytes, the id of its key, a nonce, the encrypted body, and a tag that authenticates all
// of it.
const magic = Buffer.from("groundswell backup 1\n");
const keyIdBytes = 8;
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = magic.length + keyIdBytes + nonceBytes;
const algorithm = "aes-256-gcm";

const cipherKey = (key: string) => createHash("sha256").update(`backup:${key}`).digest();
const keyId = (key: string) => createHash("sha256").update(cipherKey(key)).digest().subarray(0, keyIdBytes);

/** Encrypts a stream under the first key of BACKUP_KEY. */
export function encryptBackup(backupKey: string): Transform {
  const [key] = secretKeys(backupKey);
  const head = Buffer.concat([magic, keyId(key), randomBytes(nonceBytes)]);
  const cipher = createCipheriv(algorithm, cipherKey(key), head.subarray(-nonceBytes)).setAAD(head);
  let isBegun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!isBegun) this.push(head);
      isBegun = true;
      done(null, cipher.update(chunk));
    },
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
}

/**
 * Decrypts a backup under any key of BACKUP_KEY. What comes out is authentic only when the stream has ended without an
 * error. Errors: `invalid_input` for another file, another key, or a file that was changed or cut off.
 */
export function decryptBackup(backupKey: string): Transform {
  let held = Buffer.alloc(0);
  let decipher: DecipherGCM | undefined;
  const open = () => {
    const head = held.subarray(0, headBytes);
    if (!head.subarray(0, magic.length).equals(magic)) throw refused("This is not a backup of the shop.");
    const id = head.subarray(magic.length, magic.length + keyIdBytes);
    const key = secretKeys(backupKey).find((each) => keyId(each).equals(id));
    if (key === undefined) throw refused("BACKUP_KEY is not the key of this backup.");
    held = held.subarray(headBytes);
    return createDecipheriv(algorithm, cipherKey(key), head.subarray(-nonceBytes)).setAAD(head);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = Buffer.concat([held, chunk]);
      if (!decipher && held.length < headBytes) return done();
      attempt(done, () => {
        decipher ??= open();
        // The last bytes of the file are the tag.
        const body = held.subarray(0, Math.max(0, held.length - tagBytes));
        held = held.subarray(body.length);
        return decipher.update(body);
      });
    },
    flush(done) {
      attempt(done, () => {
        if (!decipher || held.length < tagBytes) throw refused("This backup is cut off.");
        try {
          return decipher.setAuthTag(held).final();
        } catch {
          throw refused("This backup was changed or cut off.");
        }
      });
    },
  });
}

function attempt(done: TransformCallback, work: () => Buffer): void {
  try {
    done(null, work());
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
}

function refused(userMessage: string): AppError {
  return new AppError("invalid_input", { userMessage });
}
