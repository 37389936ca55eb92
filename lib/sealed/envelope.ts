/**
 * A record as the server has it: `0x01 ‖ nonce 12 ‖ AES-GCM(uint32 length ‖ JSON ‖ zeros)`, padded by Padmé. It is bound to
 * its account, journal, part, document and revision, so it cannot be put anywhere else, nor an old one in place of a new
 * one whose revision is known. docs/journal.md
 */
import { type Bytes, boundTo, fromUtf8, toUtf8 } from "./bytes.ts";
import { open, seal } from "./gcm.ts";
import { type JournalKeys, sealedName } from "./keys.ts";
import { padme } from "./padme.ts";
import { SealedFault } from "./sealed-fault.ts";

/** Where a document is: its collection, its name (`sealedName` of `KIND/ID`) and the revision that this is. */
export type RecordPlace = { part: string; doc: string; rev: number };

/** `kind` and `id`, and beside them all registers as they are stored. */
export type SealedItem = Readonly<Record<string, unknown>> & { kind: string; id: string };

const lengthBytes = 4;

export async function sealRecord(
  keys: JournalKeys,
  place: RecordPlace,
  item: SealedItem,
): Promise<Bytes> {
  return seal(keys.record, aboutRecord(keys, place), padded(toUtf8(JSON.stringify(item))));
}

/** @throws SealedFault nothing of it can be trusted */
export async function openRecord(
  keys: JournalKeys,
  place: RecordPlace,
  sealed: Uint8Array,
): Promise<SealedItem> {
  const plain = unpadded(await open(keys.record, aboutRecord(keys, place), sealed));
  const item = itemIn(plain);
  if ((await sealedName(keys, `${item.kind}/${item.id}`)) !== place.doc) {
    throw new SealedFault("name");
  }
  return item;
}

function aboutRecord({ uid, journal }: JournalKeys, { part, doc, rev }: RecordPlace): Bytes {
  return boundTo("record", uid, journal, part, doc, rev);
}

function padded(plain: Bytes): Bytes {
  const bytes = new Uint8Array(padme(lengthBytes + plain.length));
  new DataView(bytes.buffer).setUint32(0, plain.length);
  bytes.set(plain, lengthBytes);
  return bytes;
}

/** @throws SealedFault */
function unpadded(bytes: Bytes): Bytes {
  if (bytes.length < lengthBytes) throw new SealedFault("shape");
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = lengthBytes + length;
  if (padme(end) !== bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) {
    throw new SealedFault("shape");
  }
  return bytes.subarray(lengthBytes, end);
}

/** @throws SealedFault */
function itemIn(plain: Bytes): SealedItem {
  let item: unknown;
  try {
    item = JSON.parse(fromUtf8(plain));
  } catch {
    // Its cause would hold some of the words.
    throw new SealedFault("shape");
  }
  if (typeof item !== "object" || item === null) throw new SealedFault("shape");
  const { kind, id } = item as Record<string, unknown>;
  if (typeof kind !== "string" || typeof id !== "string") throw new SealedFault("shape");
  return { ...item, kind, id };
}
