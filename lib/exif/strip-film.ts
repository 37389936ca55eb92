/**
 * MP4 and QuickTime without what the camera wrote beside picture and sound: place, camera, titles. Piece by piece and of the
 * same length: boxes of such texts are passed over by players afterwards and hold noughts. What is kept is a list, so what
 * nobody knows goes. Tracks stay as they are, also those in which action cameras write where they were.
 */
const kept: Record<Level, ReadonlySet<string>> = {
  file: new Set(["ftyp", "styp", "mdat", "moof", "mfra", "sidx", "ssix", "prft"]),
  moov: new Set(["mvhd", "mvex", "iods"]),
  trak: new Set(["tkhd", "edts", "tref", "tapt", "load", "matt"]),
  /** `name` is a title, and handlers of QuickTime's are needed. */
  mdia: new Set(["mdhd", "hdlr", "elng", "minf"]),
};
const goneInto: Partial<Record<Level, Exclude<Level, "file">>> = {
  file: "moov",
  moov: "trak",
  trak: "mdia",
};
const free = [0x66, 0x72, 0x65, 0x65];

type Level = "file" | "moov" | "trak" | "mdia";

/** @param head the first 12 bytes; what is HEIC or AVIF is asked for before */
export function isFilm(head: Uint8Array): boolean {
  const type = typeAt(head, 4);
  const first = head[0] ?? 0;
  // Text begins with letters: "The wide sea" is no film.
  if (type === "mdat") return first < 0x20 || first >= 0x7f;
  return /^(?:ftyp|styp|moov|wide|free|skip|pnot|uuid)$/.test(type) && first < 0x09;
}

/** Holds the head of a box and nothing else. Of what cannot be gone through the rest becomes noughts. */
export function stripFilm(): TransformStream<Uint8Array, Uint8Array> {
  let held = new Uint8Array();
  /** The innermost last, each with what is left of it. Infinity: to the end. */
  const inside: [Inside, ...Inside[]] = [{ level: "file", left: Infinity }];
  /** Of the box that is passed on. */
  let left = 0;
  let isKept = true;

  /** @returns how many bytes are done; the others are a head that is not whole */
  function goThrough(bytes: Uint8Array): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let at = 0;
    const pass = (count: number) => {
      if (!isKept) bytes.fill(0, at, at + count);
      at += count;
      for (const box of inside) box.left -= count;
    };
    for (;;) {
      const count = Math.min(left, bytes.length - at);
      pass(count);
      left -= count;
      if (left > 0) return at;
      while (inside.length > 1 && inside.at(-1)?.left === 0) inside.pop();
      const { level, left: room } = inside.at(-1) ?? inside[0];
      if (bytes.length - at < Math.min(8, room)) return at;
      const isLong = level === "file" && view.getUint32(at) === 1;
      if (isLong && bytes.length - at < 16) return at;
      const headSize = isLong ? 16 : 8;
      const size = room < 8 ? 0 : sizeAt(view, at, isLong) || (level === "file" ? Infinity : 0);
      if (size < headSize || size > room) {
        // QuickTime ends lists with a nought; anything else is not known.
        [isKept, left] = [false, room];
        continue;
      }
      const type = typeAt(bytes, at + 4);
      const inner = goneInto[level] === type ? goneInto[level] : undefined;
      const stays = inner !== undefined || kept[level].has(type);
      if (!stays) bytes.set(free, at + 4);
      isKept = true;
      pass(headSize);
      if (inner) inside.push({ level: inner, left: size - headSize });
      else [isKept, left] = [stays, size - headSize];
    }
  }

  return new TransformStream({
    transform(chunk, controller) {
      held = held.length === 0 ? chunk.slice() : joined(held, chunk);
      const done = goThrough(held);
      if (done > 0) controller.enqueue(held.subarray(0, done));
      held = held.subarray(done);
    },
    flush(controller) {
      // What is no box any more is nothing that a player needs.
      if (held.length > 0) controller.enqueue(new Uint8Array(held.length));
    },
  });
}

type Inside = { level: Level; left: number };

function sizeAt(view: DataView, at: number, isLong: boolean): number {
  return isLong ? Number(view.getBigUint64(at + 8)) : view.getUint32(at);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  return bytes;
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
