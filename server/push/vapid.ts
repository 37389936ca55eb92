/** Who sends a push (RFC 8292): one key pair of the site, made when it is first needed and kept as a secret. */
import { generateKeyPairSync } from "node:crypto";
import { importJWK, SignJWT } from "jose";
import type { JWK } from "jose";
import { keptSecret } from "../secrets/kept-secret.ts";
import type { SecretBackend } from "../secrets/kept-secret.ts";

const secretPath = "server/vapid";
const lifeMs = 12 * 3_600_000;
/** Services and this machine may not agree on the time. */
const renewBeforeMs = 3_600_000;
const maxKept = 100;

export type Vapid = {
  /** What a browser subscribes with: an uncompressed point in base64url. @throws BackendError */
  publicKey(): Promise<string>;
  /** The `Authorization` of a push. @throws BackendError */
  headerFor(endpoint: string): Promise<string>;
};

export function createVapid(deps: {
  backend: SecretBackend;
  /** `scheme://host` of the site: whom a service may turn to. */
  origin: () => string;
  /** Milliseconds since 1970. */
  now: () => number;
}): Vapid {
  const { backend, origin, now } = deps;
  const tokens = new Map<string, { token: string; endsAt: number }>();
  let keys: Promise<{ publicKey: string; key: Awaited<ReturnType<typeof importJWK>> }> | undefined;

  async function readKeys() {
    const jwk = JSON.parse(await keptSecret(backend, secretPath, newKey)) as JWK;
    const point = [jwk.x, jwk.y].map((half = "") => Buffer.from(half, "base64url"));
    return {
      publicKey: Buffer.concat([Buffer.from([4]), ...point]).toString("base64url"),
      key: await importJWK(jwk, "ES256"),
    };
  }

  async function keysOf() {
    keys ??= readKeys();
    try {
      return await keys;
    } catch (error) {
      keys = undefined;
      throw error;
    }
  }

  return {
    publicKey: async () => (await keysOf()).publicKey,
    async headerFor(endpoint) {
      const { publicKey, key } = await keysOf();
      const audience = new URL(endpoint).origin;
      let kept = tokens.get(audience);
      if (kept === undefined || kept.endsAt - now() < renewBeforeMs) {
        const endsAt = now() + lifeMs;
        const token = await new SignJWT()
          .setProtectedHeader({ typ: "JWT", alg: "ES256" })
          .setAudience(audience)
          .setExpirationTime(Math.floor(endsAt / 1000))
          .setSubject(contactOf(origin()))
          .sign(key);
        kept = { token, endsAt };
        if (tokens.size >= maxKept) tokens.clear();
        tokens.set(audience, kept);
      }
      return `vapid t=${kept.token}, k=${publicKey}`;
    },
  };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

/** Only https and mailto are taken. */
function contactOf(origin: string): string {
  return origin.startsWith("https:") ? origin : "mailto:owner@localhost";
}
