import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { isFilm, stripFilm } from "./strip-film.ts";

const secret = "+52.5200+013.4050/";

function box(type: string, ...parts: (string | Uint8Array)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

function longBox(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, "latin1");
  head.writeBigUInt64BE(BigInt(16 + body.length), 8);
  return Buffer.concat([head, body]);
}

const media = box("mdia", box("mdhd", "header"), box("minf", "samples"), box("udta", secret));
const track = box("trak", box("tkhd", "track"), media, box("meta", secret), box("udta", secret));
const movie = (own: string) =>
  box("moov", box("mvhd", "movie"), track, box("udta", box("\xa9xyz", own)), box("meta", own));
const film = (own: string, pixels: Buffer) =>
  Buffer.concat([
    box("ftyp", "isom0000"),
    box("free", own),
    box("uuid", own),
    longBox("mdat", pixels),
    movie(own),
    box("udta", own),
    box("abcd", own),
  ]);

async function strip(bytes: Uint8Array, cut: () => number): Promise<Buffer> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length;) {
        const next = at + cut();
        controller.enqueue(bytes.slice(at, next));
        at = next;
      }
      controller.close();
    },
  });
  const out = source.pipeThrough(stripFilm());
  return Buffer.from(await new Response(out as unknown as BodyInit).arrayBuffer());
}

test("places and titles are noughts, and what draws and sounds is as it was, however the bytes come", async () => {
  const random = seededRandom(7);
  const pixels = Buffer.from(Array.from({ length: 5000 }, () => random.below(256)));
  const bytes = film(secret, pixels);
  expect(isFilm(bytes)).toBe(true);
  const whole = await strip(bytes, () => bytes.length);
  expect(whole).toHaveLength(bytes.length);
  for (const gone of [secret, "udta", "meta", "uuid", "abcd"]) {
    expect(whole.includes(gone), gone).toBe(false);
  }
  for (const kept of ["isom0000", "movie", "track", "header", "samples"]) {
    expect(whole.includes(kept), kept).toBe(true);
  }
  expect(whole.includes(pixels)).toBe(true);
  for (let tries = 0; tries < 20; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await strip(bytes, () => 1 + random.below(40))).toEqual(whole);
  }
  expect(await strip(whole, () => 999)).toEqual(whole);
});

test("a text that has the word of a box in its place is no film", () => {
  for (const text of ["The wide sea", "abcdftypisom", "A 1 moov", "1234mdat"]) {
    expect(isFilm(Buffer.from(text)), text).toBe(false);
  }
  for (const first of ["mdat", "ftyp", "skip", "free", "pnot"]) {
    expect(isFilm(box(first, "pixels")), first).toBe(true);
  }
});

test("nothing is held back until it is whole, however large a box says it is", async () => {
  const { writable, readable } = stripFilm();
  const [writer, reader] = [writable.getWriter(), readable.getReader()];
  // The first of 50 MB.
  const bytes = Buffer.from(
    "\u0003\0\0\0moov\0\0\0\u0010mvhdabcdefgh\u0002\0\0\0traktkhd",
    "latin1",
  );
  void writer.write(new Uint8Array(bytes));
  const { value } = await reader.read();
  expect(Buffer.from(value ?? [])).toEqual(bytes.subarray(0, -4));
  await reader.cancel();
});

test("what comes behind the last box goes, and all from where a film cannot be gone through", async () => {
  const bytes = film(secret, Buffer.from("pixels"));
  const after = await strip(Buffer.concat([bytes, Buffer.from("\0\0\0")]), () => 100);
  expect(after.subarray(bytes.length)).toEqual(Buffer.alloc(3));
  const cut = bytes.subarray(0, bytes.indexOf("moov") + 30);
  for (const broken of [cut, Buffer.from(`\0\0\0\u0004ftyp${secret}`)]) {
    // oxlint-disable-next-line no-await-in-loop
    const stripped = await strip(broken, () => 50);
    expect(stripped).toHaveLength(broken.length);
    expect(stripped.includes(secret)).toBe(false);
  }
  const random = seededRandom(9);
  for (let tries = 0; tries < 200; tries += 1) {
    const changed = Buffer.from(bytes);
    changed[random.below(changed.length)] = random.below(256);
    // oxlint-disable-next-line no-await-in-loop
    expect(await strip(changed, () => 64)).toHaveLength(changed.length);
  }
});
