import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";
import { jsonText } from "@/lib/base/text/json-text";

// Far more than an authenticator's answer needs without a certificate chain, which the shop does not request.
const maxLength = 16_384;
const base64url = z.string().regex(/^[\w-]*$/);

/** An authenticator's answer as the browser sends it: JSON in a field of a form. */
const answer = <Response>(response: z.ZodType) =>
  z
    .string()
    .max(maxLength)
    .pipe(jsonText("Your browser's answer could not be read."))
    .pipe(
      z.looseObject({
        id: base64url.min(16).max(1_366),
        rawId: base64url,
        type: z.literal("public-key"),
        response,
        clientExtensionResults: z.looseObject({}),
      }),
    )
    // The library reads the rest and checks every part of it.
    .transform((parsed) => parsed as unknown as Response);

export const registrationResponseSchema = answer<RegistrationResponseJSON>(
  z.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
);

export const authenticationResponseSchema = answer<AuthenticationResponseJSON>(
  z.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
);
