/**
 * What goes out by a link: photos and films without what the camera wrote into them, unless their owner wants that. What a
 * file is its first bytes say, whatever it is called. What cannot be cleaned is not handed out.
 */
import { ExifError } from "#lib/exif/exif-error.ts";
import { stripExif } from "#lib/exif/strip-exif.ts";
import { isFilm, stripFilm } from "#lib/exif/strip-film.ts";
import { stripHeif } from "#lib/exif/strip-heif.ts";
import { bytesUpTo } from "./byte-sources.ts";
import type { Room } from "./room.ts";

const headBytes = 16;
/** It is in memory as a whole while it is cleaned and sent. */
const mostPhotoBytes = 64 * 1024 * 1024;

const cannotClean =
  "This photo may say where it was taken, and that cannot be taken out of it. Ask whoever shared it to allow that, or for a JPEG.";

export type Cleaned =
  /** As it is stored; a film as it is cleaned. */
  | { kind: "stream"; body: ReadableStream<Uint8Array> }
  | { kind: "bytes"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "refused"; why: string };

/**
 * @param body taken over
 * @param size as its node has it; a photo that is longer is refused
 * @param who `Room.take` has it
 * @param room in which photos are held; to be given back by who gets `bytes`, once they are sent
 */
export async function withoutPlaces(
  body: ReadableStream<Uint8Array> | null,
  size: number,
  room: Room,
  who: string,
): Promise<{ cleaned: Cleaned; done: () => void }> {
  const free = () => undefined;
  if (body === null) {
    return { cleaned: { kind: "bytes", bytes: new Uint8Array() }, done: free };
  }
  const reader = body.getReader();
  const { head, rest } = await readHead(reader);
  const kind = kindOf(head);
  if (kind === "other") return { cleaned: { kind: "stream", body: rest() }, done: free };
  const refused = async () => {
    await reader.cancel();
    return { cleaned: { kind: "refused", why: cannotClean } as const, done: free };
  };
  if (kind === "film") {
    const body = rest().pipeThrough(stripFilm());
    return { cleaned: { kind: "stream", body }, done: free };
  }
  if (kind === "unknown-photo" || size > mostPhotoBytes) return refused();
  let done: () => void = free;
  try {
    // The photo, and what is left of it.
    done = await room.take(size * 2, who);
    const bytes = await bytesUpTo(rest(), size);
    const stripped = bytes && (stripExif(bytes) ?? stripHeif(bytes));
    if (stripped !== undefined) return { cleaned: { kind: "bytes", bytes: stripped }, done };
  } catch (error) {
    // Of one that is not whole nobody can say that nothing is left.
    if (!(error instanceof ExifError)) {
      done();
      await reader.cancel(error).catch(() => undefined);
      throw error;
    }
  }
  done();
  return refused();
}

async function readHead(reader: ReadableStreamDefaultReader<Uint8Array>) {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isOver = false;
  while (length < headBytes && !isOver) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other
    const piece = await reader.read();
    if (piece.done) isOver = true;
    else {
      pieces.push(piece.value);
      length += piece.value.length;
    }
  }
  const rest = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const first = pieces.shift();
        if (first) return controller.enqueue(first);
        const piece = await reader.read();
        if (piece.done) controller.close();
        else controller.enqueue(piece.value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
  return { head: Buffer.concat(pieces).subarray(0, headBytes), rest };
}

/** Pictures that have a film's boxes; of most of them nobody here takes anything out. */
const heifBrands =
  /^(?:he(?:ic|ix|im|is|vc|vx|vm|vs)|mif[12]|msf1|miaf|avi[fs]|avc[is]|MA1[AB]|MiH[EB]|MiPr|vvi[cs]|j2k[is]|jp(?:eg|gs)|crx )$/;

function kindOf(head: Buffer): "photo" | "film" | "unknown-photo" | "other" {
  const text = head.toString("latin1");
  if (text.startsWith("\xff\xd8") || text.startsWith("\x89PNG\r\n\x1a\n")) return "photo";
  if (text.startsWith("RIFF") && text.slice(8, 12) === "WEBP") return "photo";
  // TIFF, and what cameras call raw.
  const isRaw =
    /^(?:II[*+]\0|IIR[OS]|IIU\0|II.\0{3}HEAPCCDR|MM\0[*+]|FUJIFILMCCD-RAW|\0MRM|FOVb)/.test(text);
  if (isRaw) return "unknown-photo";
  const isHeif = text.slice(4, 8) === "ftyp" && heifBrands.test(text.slice(8, 12));
  if (isHeif) return "photo";
  if (isFilm(head)) return "film";
  return /^\0\0\0\f(?:JXL |jP {2})/.test(text) ? "unknown-photo" : "other";
}
