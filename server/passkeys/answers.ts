/** What browsers send of an authenticator, as far as it is looked at. The rest is left out. */
import * as z from "zod/mini";

const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/));
// 1023 bytes are the most that an authenticator may name a credential by.
const credentialId = base64url(1364);
const clientData = base64url(4096);

export const registrationAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: base64url(16_384),
    transports: z._default(
      z.array(z.string().check(z.maxLength(32), z.regex(/^[a-z-]+$/))).check(z.maxLength(8)),
      [],
    ),
  }),
});

export const signInAnswer = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(4096),
    signature: base64url(8192),
    userHandle: z.optional(base64url(128)),
  }),
});

export type RegistrationAnswer = z.infer<typeof registrationAnswer>;
export type SignInAnswer = z.infer<typeof signInAnswer>;
