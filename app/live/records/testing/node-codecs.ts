/** As a browser seals, but at once: a time of its own waits for no thread. */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { partOf } from "#lib/journal/documents.ts";
import { readRecord, storedRecord } from "#lib/journal/record.ts";
import type { JournalCodec } from "../../journals/journal-codec.ts";
import type { OutboxCodec } from "../../outbox/sealed-store.ts";
import type { PackCodec } from "../packed-store.ts";

const nonceBytes = 12;
const tagBytes = 16;

export class NodeCodecs {
  /** The same names, and so the same order of pages, in each run. */
  readonly #key = createHash("sha256").update("a key of a test").digest();
  readonly #local = {
    seal: async (data: unknown, about: string) => this.#seal(data, about),
    open: async (sealed: Uint8Array, about: string) => this.#open(sealed, about),
  };
  readonly outbox: OutboxCodec = this.#local;
  readonly packs: PackCodec = { ...this.#local, nameOf: async (key) => this.#nameOf(key) };
  readonly documents: JournalCodec = {
    name: async (kind, id) => this.#nameOf(`${kind}/${id}`),
    write: async ({ kind, id, item }, rev) => {
      const stored = item === null ? { kind, id } : storedRecord({ kind, id, item });
      const doc = this.#nameOf(`${kind}/${id}`);
      return { c: this.#seal(stored, `${partOf(kind)} ${doc} ${rev}`) };
    },
    read: async (part, { doc, rev, at, c }) => {
      if (c === undefined) return undefined;
      const opened = this.#openIfItCan(c, `${part} ${doc} ${rev}`);
      const record = opened === undefined ? undefined : readRecord(opened, at);
      if (record === undefined) return undefined;
      const isThere = Object.keys(record.item.registers).length > 0;
      return { ...record, item: isThere ? record.item : null };
    },
  };

  #nameOf(key: string): string {
    return createHmac("sha256", this.#key).update(key).digest("base64url").slice(0, 22);
  }

  #seal(data: unknown, about: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    cipher.setAAD(Buffer.from(about));
    const body = Buffer.concat([cipher.update(JSON.stringify(data)), cipher.final()]);
    return new Uint8Array(Buffer.concat([nonce, body, cipher.getAuthTag()]));
  }

  #openIfItCan(sealed: Uint8Array, about: string): unknown {
    try {
      return this.#open(sealed, about);
    } catch {
      // Undefined says that nobody can.
      return undefined;
    }
  }

  #open(sealed: Uint8Array, about: string): unknown {
    const decipher = createDecipheriv("aes-256-gcm", this.#key, sealed.subarray(0, nonceBytes));
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const body = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return JSON.parse(Buffer.concat([body, decipher.final()]).toString());
  }
}
