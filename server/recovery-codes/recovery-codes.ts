/**
 * Recovery codes: the way in for who lost the authenticator app. Ten at a time, each good once; kept are only their
 * hashes, in `recoveryCodes/{uid}`. A code is as random as a key, so one round of SHA-256 is enough.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { BackendError, isConflict } from "#lib/server-backend.ts";
import type { ServerBackend } from "#lib/server-backend.ts";
import { newCode, parseCode } from "./code-text.ts";

const codesAtOnce = 10;
/** Of conditional writes that met another one. */
const attempts = 5;

const shape = z.object({
  /** Of those that are left: hex. */
  hashes: z.array(z.string().check(z.regex(/^[\da-f]{64}$/))),
  /** ISO. */
  createdAt: z.string(),
});

export type RecoveryCodes = {
  /** Makes new ones, which replace those of before, and shows them this once. */
  renew(uid: string): Promise<string[]>;
  /** Null when there never were any. */
  state(uid: string): Promise<{ left: number; createdAt: string } | null>;
  /** Takes a code; false when it is none of the account's. @returns how many are left. */
  use(uid: string, code: string): Promise<false | { left: number }>;
  forget(uid: string): Promise<void>;
};

export function createRecoveryCodes(deps: {
  backend: Pick<ServerBackend, "getDocument" | "commit">;
  now: () => number;
}): RecoveryCodes {
  const { backend, now } = deps;
  const pathOf = (uid: string) => `recoveryCodes/${uid}`;

  async function read(uid: string) {
    const document = await backend.getDocument(pathOf(uid));
    if (document === null) return undefined;
    return { ...shape.parse(document.data), updateTime: document.updateTime };
  }

  return {
    async renew(uid) {
      const codes = Array.from({ length: codesAtOnce }, newCode);
      const hashes = codes.map((code) => hashOf(uid, parseCode(code) ?? "").toString("hex"));
      const data = { hashes, createdAt: new Date(now()).toISOString() };
      await backend.commit([{ set: pathOf(uid), data }]);
      return codes;
    },

    async state(uid) {
      const kept = await read(uid);
      return kept === undefined ? null : { left: kept.hashes.length, createdAt: kept.createdAt };
    },

    async use(uid, text) {
      const code = parseCode(text);
      if (code === undefined) return false;
      const wanted = hashOf(uid, code);
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        // Each one needs the outcome of the one before.
        // oxlint-disable no-await-in-loop
        const kept = await read(uid);
        if (kept === undefined) return false;
        const left = kept.hashes.filter((hash) => !isSame(hash, wanted));
        if (left.length === kept.hashes.length) return false;
        const when = { updateTime: kept.updateTime };
        if (await commits({ update: pathOf(uid), data: { hashes: left }, when })) {
          return { left: left.length };
        }
        // oxlint-enable no-await-in-loop
      }
      throw new BackendError("ABORTED", "The recovery codes are being changed all the time.");
    },

    async forget(uid) {
      await backend.commit([{ delete: pathOf(uid) }]);
    },
  };

  async function commits(write: Parameters<ServerBackend["commit"]>[0][number]): Promise<boolean> {
    try {
      await backend.commit([write]);
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }
}

function hashOf(uid: string, code: string): Buffer {
  return createHash("sha256").update(`foyer recovery code\0${uid}\0${code}`).digest();
}

/** All of them are compared in full, so that time tells nothing. */
function isSame(hash: string, wanted: Buffer): boolean {
  return timingSafeEqual(Buffer.from(hash, "hex"), wanted);
}
