/**
 * What a sealed journal leaves in this browser: packs of its records, what waits to be sent, its search index and files
 * that are on their way. By a key that nothing at the server is sealed with.
 */
import { type Bytes, boundTo, fromUtf8, toUtf8 } from "./bytes.ts";
import { open, seal } from "./gcm.ts";
import type { JournalKeys } from "./keys.ts";
import { SealedFault } from "./sealed-fault.ts";

export type LocalUse = "pack" | "outbox" | "index" | "kept";

/** @param about what tells it from all others of the same use: its name, and its revision where it has one */
export async function sealLocal(
  keys: JournalKeys,
  use: LocalUse,
  about: readonly (string | number)[],
  plain: Bytes,
): Promise<Bytes> {
  return seal(keys.local, boundTo(use, keys.uid, keys.journal, ...about), plain);
}

/** @throws SealedFault */
export async function openLocal(
  keys: JournalKeys,
  use: LocalUse,
  about: readonly (string | number)[],
  sealed: Uint8Array,
): Promise<Bytes> {
  return open(keys.local, boundTo(use, keys.uid, keys.journal, ...about), sealed);
}

export type LocalCodec = {
  seal(data: unknown, about: string): Promise<Bytes>;
  /** @throws SealedFault */
  open(sealed: Uint8Array, about: string): Promise<unknown>;
};

/** Of values that JSON has. */
export function localCodec(keys: JournalKeys, use: LocalUse): LocalCodec {
  return {
    seal: (data, about) => sealLocal(keys, use, [about], toUtf8(JSON.stringify(data))),
    async open(sealed, about) {
      const plain = await openLocal(keys, use, [about], sealed);
      try {
        return JSON.parse(fromUtf8(plain)) as unknown;
      } catch {
        // Its cause would hold some of the words.
        throw new SealedFault("shape");
      }
    },
  };
}
