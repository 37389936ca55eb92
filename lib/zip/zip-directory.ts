/**
 * The central directory of a ZIP, also ZIP64: the only list of members that is believed. Source: PKWARE's APPNOTE 6.3.10,
 * 4.3.12–4.3.16 and 4.5.3. What could make two readers see different archives is refused.
 */

export class ZipError extends Error {
  override readonly name = "ZipError";
}

export type ZipLimits = {
  members: number;
  /** Of the ZIP itself. */
  bytes: number;
  /** Of all that is read out of it. */
  inflated: number;
  /** How much larger than packed a member may be, beyond 10 MB. */
  ratio: number;
};

export const zipLimits: ZipLimits = {
  members: 60_000,
  bytes: 2 ** 32,
  inflated: 8e9,
  ratio: 200,
};

export type ZipMember = {
  name: string;
  /** Bytes, inflated and as it lies there. */
  size: number;
  packed: number;
  /** Local time without a zone, `2026-12-01T21:40`. */
  modified: string;
  /** Why it cannot be opened, a sentence; empty: it can. */
  fault: string;
  crc: number;
  method: number;
  /** Of its local header. */
  at: number;
  /** Where it must have ended: the next header, or the directory. */
  before: number;
};

const broken = "This ZIP is broken off or damaged.";
const endBytes = 22;
const mostComment = 65_535;
const mostDirectory = 64_000_000;

/** A Blob, or what is read piece by piece from elsewhere. */
export type ZipBytes = {
  size: number;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
};

/** Without folders. @throws ZipError with a sentence; what `blob` throws */
export async function readDirectory(blob: ZipBytes, limits: ZipLimits): Promise<ZipMember[]> {
  if (blob.size > limits.bytes) throw new ZipError("This ZIP is larger than can be read here.");
  const { start, size, count } = await findDirectory(blob);
  if (count > limits.members) {
    throw new ZipError(`This ZIP has more than ${limits.members.toLocaleString("en")} files.`);
  }
  if (size > mostDirectory || size < count * 46) throw new ZipError(broken);
  const view = await viewOf(blob, start, size);
  const members: ZipMember[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const read = readMember(view, at, start);
    members.push(read.member);
    at = read.end;
  }
  if (at !== size) throw new ZipError(broken);
  refuseOverlaps(members, start);
  for (const member of members) member.fault ||= bombFault(member, limits);
  return members.filter(({ name }) => !name.endsWith("/"));
}

async function findDirectory(
  blob: ZipBytes,
): Promise<{ start: number; size: number; count: number }> {
  const from = Math.max(0, blob.size - endBytes - mostComment);
  const tail = await viewOf(blob, from, blob.size - from);
  for (let at = tail.byteLength - endBytes; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== 0x06054b50) continue;
    if (at + endBytes + tail.getUint16(at + 20, true) !== tail.byteLength) continue;
    const [disk, first, here, count] = [4, 6, 8, 10].map((place) =>
      tail.getUint16(at + place, true),
    ) as [number, number, number, number];
    const [size, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    const isLarge = count === 0xffff || size === 0xffffffff || start === 0xffffffff;
    const large = isLarge ? await findLarge(blob, from + at) : undefined;
    if (large) return large;
    if (disk !== 0 || first !== 0 || here !== count) throw new ZipError(inParts);
    if (start + size !== from + at) throw new ZipError(broken);
    return { start, size, count };
  }
  throw new ZipError(blob.size < endBytes ? "This is no ZIP." : broken);
}

const inParts = "This ZIP is one part of several. Join them first.";

/** Undefined: there is no ZIP64 record before the end. */
async function findLarge(blob: ZipBytes, end: number) {
  if (end < 76) return undefined;
  const locator = await viewOf(blob, end - 20, 20);
  if (locator.getUint32(0, true) !== 0x07064b50) return undefined;
  if (locator.getUint32(4, true) !== 0 || locator.getUint32(16, true) > 1) {
    throw new ZipError(inParts);
  }
  const at = numberAt(locator, 8);
  if (at + 56 > end - 20) throw new ZipError(broken);
  const record = await viewOf(blob, at, 56);
  if (record.getUint32(0, true) !== 0x06064b50) throw new ZipError(broken);
  const [count, size, start] = [32, 40, 48].map((place) => numberAt(record, place)) as [
    number,
    number,
    number,
  ];
  if (start + size !== at || numberAt(record, 24) !== count) throw new ZipError(broken);
  return { start, size, count };
}

function readMember(view: DataView, at: number, directory: number) {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== 0x02014b50) {
    throw new ZipError(broken);
  }
  const short = (place: number) => view.getUint16(at + place, true);
  const [nameLength, extraLength, commentLength] = [short(28), short(30), short(32)];
  const end = at + 46 + nameLength + extraLength + commentLength;
  if (end > view.byteLength) throw new ZipError(broken);
  const name = nameOf(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength));
  const numbers = [24, 20, 42].map((place) => view.getUint32(at + place, true));
  const [size, packed, header] = withLarge(view, at + 46 + nameLength, extraLength, numbers);
  if (header! + 30 + nameLength + packed! > directory) throw new ZipError(broken);
  const member: ZipMember = {
    name,
    size: size!,
    packed: packed!,
    modified: timeOf(short(14), short(12)),
    crc: view.getUint32(at + 16, true),
    method: short(10),
    at: header!,
    before: directory,
    fault: "",
  };
  member.fault = faultOf(member, short(8));
  return { member, end };
}

/** What does not fit into four bytes is in the extra field 1, in this order. */
function withLarge(view: DataView, from: number, length: number, numbers: number[]): number[] {
  if (numbers.every((number) => number !== 0xffffffff)) return numbers;
  for (let at = from; at + 4 <= from + length;) {
    const [id, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (id === 1 && at + 4 + size <= from + length) {
      let next = at + 4;
      return numbers.map((number) => {
        if (number !== 0xffffffff) return number;
        if (next + 8 > at + 4 + size) throw new ZipError(broken);
        next += 8;
        return numberAt(view, next - 8);
      });
    }
    at += 4 + size;
  }
  throw new ZipError(broken);
}

function faultOf({ name, method, size, packed }: ZipMember, flags: number): string {
  if (!isHarmless(name)) return "A file has a name that is not taken.";
  if ((flags & 0x2041) !== 0) return `${name} is encrypted.`;
  if (method !== 0 && method !== 8) return `${name} is packed in a way that is not read here.`;
  return method === 0 && size !== packed ? `${name} is damaged.` : "";
}

function bombFault({ name, size, packed }: ZipMember, { ratio }: ZipLimits): string {
  return size > 10_000_000 && size > packed * ratio
    ? `${name} would be more than ${ratio} times larger than it is packed.`
    : "";
}

function isHarmless(name: string): boolean {
  return (
    name !== "" &&
    !/^\/|\\|[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(name) &&
    !name.split("/").some((part) => part === ".." || part === ".")
  );
}

/** Two members in the same bytes: a bomb of a few kilobytes that is petabytes. */
function refuseOverlaps(members: readonly ZipMember[], directory: number): void {
  const sorted = members.toSorted((one, other) => one.at - other.at);
  for (const [index, member] of sorted.entries()) {
    member.before = sorted[index + 1]?.at ?? directory;
    if (member.at + 30 + member.packed > member.before) {
      throw new ZipError("Files in this ZIP lie over each other. It is not opened.");
    }
  }
}

/** UTF-8, whatever its flag says; of what is none, each byte is a letter. */
function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return String.fromCharCode(...bytes);
  }
}

function timeOf(date: number, time: number): string {
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)}`;
  return `${day}T${two(time >> 11)}:${two((time >> 5) & 63)}`;
}

function numberAt(view: DataView, at: number): number {
  const number = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(number)) throw new ZipError(broken);
  return number;
}

export async function viewOf(blob: ZipBytes, at: number, size: number): Promise<DataView> {
  const bytes = await blob.slice(at, at + size).arrayBuffer();
  if (bytes.byteLength !== size) throw new ZipError(broken);
  return new DataView(bytes);
}
