/**
 * Reads a ZIP of strangers: nothing of it is in memory but its directory and what is read just now. Sizes and checksums
 * are compared; inflating ends where the directory says that it must.
 */
import { crc32 } from "./crc-32.ts";
import {
  ZipError,
  type ZipLimits,
  type ZipMember,
  readDirectory,
  viewOf,
  zipLimits,
} from "./zip-directory.ts";

export type Zip = {
  members: readonly ZipMember[];
  /** Piece by piece. The last piece has not come before all of it was compared. @throws ZipError with a sentence */
  pieces(member: ZipMember): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** @param most bytes @throws ZipError, before any is read of what is larger */
  bytes(member: ZipMember, most: number): Promise<Uint8Array<ArrayBuffer>>;
};

/** @throws ZipError with a sentence */
export async function readZip(blob: Blob, limits: ZipLimits = zipLimits): Promise<Zip> {
  const members = await readDirectory(blob, limits);
  let inflated = 0;

  async function* pieces(member: ZipMember): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { name, size, packed, method } = member;
    if (member.fault !== "") throw new ZipError(member.fault);
    inflated += size;
    if (inflated > limits.inflated)
      throw new ZipError("This ZIP has more in it than is read here.");
    const start = await startOf(blob, member);
    const part = blob.slice(start, start + packed).stream();
    const source = method === 0 ? part : part.pipeThrough(new DecompressionStream("deflate-raw"));
    const damaged = new ZipError(`${name} is damaged.`);
    let [had, crc] = [0, 0];
    const reader = source.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw damaged;
        });
        if (done) break;
        had += value.length;
        if (had > size) throw damaged;
        crc = crc32(value, crc);
        if (had === size && crc !== member.crc) throw damaged;
        yield value;
      }
      if (had !== size || crc !== member.crc) throw damaged;
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }

  async function bytes(member: ZipMember, most: number): Promise<Uint8Array<ArrayBuffer>> {
    if (member.size > most) {
      throw new ZipError(`${member.name} is larger than ${most.toLocaleString("en")} bytes.`);
    }
    const whole = new Uint8Array(member.size);
    let at = 0;
    for await (const piece of pieces(member)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }

  return { members, pieces, bytes };
}

/** Behind the local header, whose own lengths count. */
async function startOf(blob: Blob, { name, at, packed, before }: ZipMember): Promise<number> {
  const head = await viewOf(blob, at, 30);
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (head.getUint32(0, true) !== 0x04034b50 || start + packed > before) {
    throw new ZipError(`${name} is damaged.`);
  }
  return start;
}
