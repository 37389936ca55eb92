/** A keeper of passkeys in software, which can be wrong on purpose. ES256, attestation "none". */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { RegistrationAnswer, SignInAnswer } from "../../server/passkeys/answers.ts";

type Lies = {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether a finger, a face or a PIN was asked for. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  crossOrigin?: boolean;
};

export type PasskeyDevice = {
  credentialId: string;
  register(options: { challenge: string }, lies?: Lies): RegistrationAnswer;
  signIn(options: { challenge: string }, lies?: Lies): SignInAnswer;
};

export function createPasskeyDevice(site: { origin: string; rpId: string }): PasskeyDevice {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge,
        origin: lies.origin ?? site.origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  function authenticatorData(lies: Lies, credential: Buffer = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    counter += 1;
    count.writeUInt32BE(lies.counter ?? counter);
    const present = 0x01;
    const verified = lies.verified === false ? 0 : 0x04;
    const attested = credential.length > 0 ? 0x40 : 0;
    return Buffer.concat([
      createHash("sha256")
        .update(lies.rpId ?? site.rpId)
        .digest(),
      Buffer.from([present | verified | attested]),
      count,
      credential,
    ]);
  }

  return {
    credentialId,
    register({ challenge }, lies = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData(lies, credential))],
      ]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, lies).toString("base64url"),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString(
            "base64url",
          ),
          transports: ["internal"],
        },
      };
    },
    signIn({ challenge }, lies = {}) {
      const client = clientData("webauthn.get", challenge, lies);
      const data = authenticatorData(lies);
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        id: credentialId,
        rawId: credentialId,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          ...(lies.userHandle !== undefined && { userHandle: lies.userHandle }),
        },
      };
    },
  };
}

/** As COSE writes a key of P-256. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const key = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}
