/**
 * What an authenticator signs, once: random bytes with an end, a purpose and a person, under a key of the server. Nothing
 * is stored for one that nobody answers; the id of an answered one is written with the act, so that it is taken once.
 *
 *   16 bytes random · 6 bytes end (ms since 1970) · 32 bytes HMAC-SHA-256 of purpose, person and all before
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

type Challenge = {
  purpose: "registration" | "sign-in";
  /** "" for nobody yet. */ uid: string;
};

export type Challenges = {
  /** base64url. */
  issue(of: Challenge): string;
  /** The id of one that was issued for this and has not ended; ids are in the order of their ends. */
  idOf(text: string, of: Challenge): string | undefined;
  /** Lower than the id of every challenge that has not ended. */
  endedBefore(): string;
};

export const challengeLifetimeMs = 5 * 60 * 1000;
const randomLength = 16;
const headLength = randomLength + 6;
const wholeLength = headLength + 32;

/** @param deps.secret shared by processes that take each other's challenges; without it one of this process alone. */
export function createChallenges(deps: {
  secret?: string | undefined;
  now: () => number;
}): Challenges {
  const { secret, now } = deps;
  const key =
    secret === undefined
      ? randomBytes(32)
      : new Uint8Array(hkdfSync("sha256", secret, "", "foyer passkey challenge 1", 32));

  function sign(head: Buffer, { purpose, uid }: Challenge): Buffer {
    return createHmac("sha256", key).update(head).update(`${purpose}\0${uid}`).digest();
  }

  return {
    issue(of) {
      const head = Buffer.concat([randomBytes(randomLength), Buffer.alloc(6)]);
      head.writeUIntBE(now() + challengeLifetimeMs, randomLength, 6);
      return Buffer.concat([head, sign(head, of)]).toString("base64url");
    },
    idOf(text, of) {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length !== wholeLength || bytes.toString("base64url") !== text) return undefined;
      const head = bytes.subarray(0, headLength);
      if (!timingSafeEqual(sign(head, of), bytes.subarray(headLength))) return undefined;
      const endsAt = head.readUIntBE(randomLength, 6);
      if (endsAt <= now()) return undefined;
      return `${sortable(endsAt)}-${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}`;
    },
    endedBefore: () => sortable(now()),
  };
}

function sortable(ms: number): string {
  return String(ms).padStart(15, "0");
}
