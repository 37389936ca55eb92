/**
 * MP4 and QuickTime without what the camera wrote beside picture and sound: place, camera, titles. Piece by piece and of the
 * same length: boxes of such texts are passed over by players afterwards and hold noughts. What is kept is a list, so what
 * nobody knows goes. Tracks stay as they are, also those in which action cameras write where they were.
 */
const inFile = new Set(["ftyp", "styp", "mdat", "moof", "mfra", "sidx", "ssix", "prft"]);
const inMovie = new Set(["mvhd", "mvex", "iods"]);
const inTrack = new Set(["tkhd", "edts", "tref", "tapt", "load", "matt"]);
/** `name` is a title, and handlers of QuickTime's are needed. */
const inMedia = new Set(["mdhd", "hdlr", "elng"]);
/** It is in memory as a whole. */
const mostMovieBytes = 64 * 1024 * 1024;
const free = [0x66, 0x72, 0x65, 0x65];

/** @param head the first 12 bytes; what is HEIC or AVIF is asked for before */
export function isFilm(head: Uint8Array): boolean {
  const type = typeAt(head, 4);
  const first = head[0] ?? 0;
  // Text begins with letters: "The wide sea" is no film.
  if (type === "mdat") return first < 0x20 || first >= 0x7f;
  return /^(?:ftyp|moov|wide)$/.test(type) && first < 0x09;
}

/** Of what cannot be gone through the rest becomes noughts. */
export function stripFilm(): TransformStream<Uint8Array, Uint8Array> {
  let held = new Uint8Array();
  /** Of the box that is passed on. Infinity: to the end. */
  let left = 0;
  let isKept = true;
  let movie: { bytes: Uint8Array; at: number } | undefined;

  function take(count: number): Uint8Array {
    const taken = held.subarray(0, count);
    held = held.subarray(count);
    return taken;
  }

  /** Whether there was a whole head to read. */
  function begin(enqueue: (bytes: Uint8Array) => void): boolean {
    if (held.length < 8) return false;
    const view = new DataView(held.buffer, held.byteOffset, held.byteLength);
    const type = typeAt(held, 4);
    let size = view.getUint32(0);
    let headSize = 8;
    if (size === 1) {
      if (held.length < 16) return false;
      size = Number(view.getBigUint64(8));
      headSize = 16;
    } else if (size === 0) size = Infinity;
    if (size < headSize) {
      isKept = false;
      left = Infinity;
      return true;
    }
    if (type === "moov" && size <= mostMovieBytes) {
      movie = { bytes: new Uint8Array(size), at: 0 };
      left = size;
      return true;
    }
    isKept = inFile.has(type);
    const head = take(headSize).slice();
    if (!isKept) head.set(free, 4);
    left = size - headSize;
    enqueue(head);
    return true;
  }

  return new TransformStream({
    transform(chunk, controller) {
      const enqueue = (bytes: Uint8Array) => {
        if (bytes.length > 0) controller.enqueue(bytes);
      };
      held = held.length === 0 ? chunk.slice() : joined(held, chunk);
      while (held.length > 0) {
        if (left === 0 && !begin(enqueue)) return;
        const piece = take(Math.min(left, held.length));
        left -= piece.length;
        if (movie === undefined) {
          enqueue(isKept ? piece : new Uint8Array(piece.length));
          continue;
        }
        movie.bytes.set(piece, movie.at);
        movie.at += piece.length;
        if (left > 0) continue;
        blankIn(movie.bytes, headOf(movie.bytes), movie.bytes.length, "moov");
        enqueue(movie.bytes);
        movie = undefined;
      }
    },
    flush(controller) {
      // What is no box any more, or one that was cut, is nothing that a player needs.
      const rest = held.length + (movie?.at ?? 0);
      if (rest > 0) controller.enqueue(new Uint8Array(rest));
    },
  });
}

function blankIn(bytes: Uint8Array, from: number, end: number, parent: "moov" | "trak" | "mdia") {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at < end;) {
    const size = at + 8 <= end ? view.getUint32(at) : 0;
    const type = at + 8 <= end ? typeAt(bytes, at + 4) : "";
    if (size < 8 || at + size > end) {
      // QuickTime ends lists with a nought; anything else is not known.
      bytes.fill(0, at, end);
      return;
    }
    const [body, next] = [at + 8, at + size];
    if (parent === "moov" && type === "trak") blankIn(bytes, body, next, "trak");
    else if (parent === "trak" && type === "mdia") blankIn(bytes, body, next, "mdia");
    else if (!keptIn(parent, type)) {
      bytes.set(free, at + 4);
      bytes.fill(0, body, next);
    }
    at = next;
  }
}

function keptIn(parent: "moov" | "trak" | "mdia", type: string): boolean {
  if (parent === "moov") return inMovie.has(type);
  return parent === "trak" ? inTrack.has(type) : inMedia.has(type) || type === "minf";
}

function headOf(bytes: Uint8Array): number {
  return bytes[3] === 1 && bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0 ? 16 : 8;
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
