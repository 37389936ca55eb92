import { crc32 as zlibCrc32, deflateRawSync } from "node:zlib";
import { makeZip } from "client-zip";
import { expect, test } from "vitest";
import { seededRandom } from "../../tests/support/seeded-random.ts";
import { crc32 } from "./crc-32.ts";
import { readZip } from "./read-zip.ts";
import { ZipError, zipLimits } from "./zip-directory.ts";

type Made = {
  name: string;
  text: string;
  method?: number;
  flags?: number;
  size?: number;
  crc?: number;
  at?: number;
};

function zipOf(all: Made[]): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const heads: Buffer[] = [];
  let at = 0;
  for (const { name, text, method = 8, flags = 0x800, ...said } of all) {
    const raw = Buffer.from(text);
    const packed = method === 8 ? deflateRawSync(raw) : raw;
    const bytes = Buffer.from(name);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50, 0);
    head.writeUInt16LE(flags, 8);
    head.writeUInt16LE(method, 10);
    head.writeUInt16LE((46 << 9) | (12 << 5) | 1, 14);
    head.writeUInt32LE(said.crc ?? zlibCrc32(raw), 16);
    head.writeUInt32LE(packed.length, 20);
    head.writeUInt32LE(said.size ?? raw.length, 24);
    head.writeUInt16LE(bytes.length, 28);
    head.writeUInt32LE(said.at ?? at, 42);
    heads.push(head, bytes);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(bytes.length, 26);
    locals.push(local, bytes, packed);
    at += 30 + bytes.length + packed.length;
  }
  const directory = Buffer.concat(heads);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(all.length, 8);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

async function textsOf(
  bytes: Buffer<ArrayBuffer>,
  limits = zipLimits,
): Promise<Record<string, string>> {
  const zip = await readZip(new Blob([bytes]), limits);
  const texts: Record<string, string> = {};
  for (const member of zip.members) {
    texts[member.name] = new TextDecoder().decode(await zip.bytes(member, 1e9));
  }
  return texts;
}

test("the checksum is zlib's, also in pieces", () => {
  const bytes = Buffer.from("The quick brown fox jumps over the lazy dog");
  expect(crc32(bytes)).toBe(0x414fa339);
  expect(crc32(bytes.subarray(7), crc32(bytes.subarray(0, 7)))).toBe(zlibCrc32(bytes));
});

test("stored and deflated files come out as they went in, folders do not", async () => {
  const all = [
    { name: "a.json", text: "{}" },
    { name: "photos/", text: "", method: 0 },
    { name: "photos/Köln.jpg", text: "x".repeat(100_000), method: 0 },
  ];
  expect(await textsOf(zipOf(all))).toEqual({ "a.json": "{}", "photos/Köln.jpg": all[2]!.text });
  expect((await readZip(new Blob([zipOf(all)]))).members[0]?.modified).toBe("2026-12-01T00:00");
});

test("what the export writes, with data descriptors, is read", async () => {
  async function* pieces() {
    yield "one ";
    yield "two";
  }
  const made = makeZip([{ name: "journal.json", input: pieces() }]);
  const bytes = Buffer.from(await new Response(made).arrayBuffer());
  expect(await textsOf(bytes)).toEqual({ "journal.json": "one two" });
});

test.each([
  [
    "says a smaller size than it has",
    [{ name: "a", text: "x".repeat(9_000_000), size: 10 }],
    "a is damaged.",
  ],
  ["says a larger size than it has", [{ name: "a", text: "x", size: 9 }], "a is damaged."],
  ["has another checksum", [{ name: "a", text: "x", crc: 1 }], "a is damaged."],
  ["is a bomb", [{ name: "a", text: "x", size: 11_000_000 }], "more than 200 times"],
  ["is encrypted", [{ name: "a", text: "x", flags: 1 }], "a is encrypted."],
  ["is packed otherwise", [{ name: "a", text: "x", method: 12 }], "in a way that is not read"],
  [
    "lies over another",
    [
      { name: "a", text: "x" },
      { name: "b", text: "x", at: 0 },
    ],
    "lie over each other",
  ],
  ["leads out", [{ name: "a/../../b", text: "x" }], "name that is not taken"],
  ["has a backslash", [{ name: "a\\b", text: "x" }], "name that is not taken"],
  ["has a control sign", [{ name: "Icon\r", text: "x" }], "name that is not taken"],
])("a file that %s is refused with a sentence", async (_, all, sentence) => {
  await expect(textsOf(zipOf(all))).rejects.toThrow(sentence);
});

test("limits hold for the ZIP, its files and all that is read of it", async () => {
  const bytes = zipOf([
    { name: "a", text: "xx" },
    { name: "b", text: "yy" },
  ]);
  await expect(textsOf(bytes, { ...zipLimits, members: 1 })).rejects.toThrow("more than 1 files");
  await expect(textsOf(bytes, { ...zipLimits, bytes: 10 })).rejects.toThrow("larger");
  await expect(textsOf(bytes, { ...zipLimits, inflated: 3 })).rejects.toThrow("more in it");
  const zip = await readZip(new Blob([bytes]));
  await expect(zip.bytes(zip.members[0]!, 1)).rejects.toThrow("a is larger than 1 bytes.");
});

test("whatever is changed or cut, words are those that went in or a sentence is said", async () => {
  const all = [
    { name: "a", text: "Some words. ".repeat(50) },
    { name: "b", text: "others", method: 0 },
  ];
  const whole = zipOf(all);
  const words = new Set(all.map(({ text }) => text));
  for (let seed = 1; seed <= 600; seed += 1) {
    const { below } = seededRandom(seed);
    const bytes = Buffer.from(whole);
    for (let times = below(3); times >= 0; times -= 1) bytes[below(bytes.length)] = below(256);
    const cut = below(4) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes;
    const made = await textsOf(cut).catch((error: unknown) => error);
    const isRight =
      made instanceof ZipError ||
      (!(made instanceof Error) && Object.values(made as object).every((text) => words.has(text)));
    expect(isRight, `seed ${seed}: ${String(made)}`).toBe(true);
  }
});

/** The same ZIP with its numbers in ZIP64 records. */
function asLarge(bytes: Buffer<ArrayBuffer>, count: number): Buffer<ArrayBuffer> {
  const end = bytes.subarray(-22);
  const [size, start] = [end.readUInt32LE(12), end.readUInt32LE(16)];
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  locator.writeUInt32LE(1, 16);
  const last = Buffer.from(end);
  last.writeUInt16LE(0xffff, 10);
  last.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([bytes.subarray(0, -22), record, locator, last]);
}

test("ZIP64 is read, and refused where its numbers do not fit", async () => {
  const bytes = asLarge(zipOf([{ name: "a", text: "large" }]), 1);
  expect(await textsOf(bytes)).toEqual({ a: "large" });
  await expect(textsOf(asLarge(zipOf([{ name: "a", text: "large" }]), 2))).rejects.toThrow(
    "damaged",
  );
  await expect(textsOf(asLarge(zipOf([]), 4_000_000))).rejects.toThrow("more than 60,000 files");
});
